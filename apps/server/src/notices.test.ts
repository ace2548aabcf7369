import { NUMBER_SLOTS } from '@karat/domains/messages';
import { expect, test } from 'vitest';
import { notices } from './notices.ts';

/** Slots of texts, times, codes, and of counts that a template chooses its plural by. */
const OTHERS = [
  ...[
    'abstract',
    'address',
    'answer',
    'by',
    'code',
    'coin',
    'confirmations',
    'count',
    'currency',
    'date',
    'days',
  ],
  ...['device', 'hours', 'id', 'label', 'level', 'market', 'multiple', 'name', 'network', 'nickname', 'note'],
  ...[
    'payee',
    'reason',
    'receiver',
    'reference',
    'round',
    'stock',
    'subject',
    'symbol',
    'time',
    'title',
    'token',
  ],
  ...['trader', 'uid'],
];

test('each slot of a notification is known as a number, which is written in the reader’s language, or as another', () => {
  const templates = Object.values(notices).flatMap(({ title, body }) => [
    ...Object.values(title),
    ...Object.values(body),
  ]);
  const slots = new Set(
    templates.flatMap((template) => [...template.matchAll(/\{(\w+)/g)].map(([, slot = '']) => slot)),
  );
  expect([...slots].toSorted()).toEqual([...NUMBER_SLOTS, ...OTHERS].toSorted());
});
