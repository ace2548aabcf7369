import { NOTICE_GROUPS, NOTICE_KINDS, NOTICE_WAYS } from '@karat/contract';
import type { NoticeGroup, NoticeKind } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';
import { expect, test } from 'vitest';
import { isFixed, isSent, kindsOf, preferences } from './rules.ts';
import type { NoticeText } from './texts.ts';

const waysOf = (choices?: { in_app: boolean | null; mail: boolean | null; push: boolean | null }) =>
  Object.fromEntries(
    NOTICE_GROUPS.map((group) => [group, NOTICE_WAYS.filter((way) => isSent(group, way, choices))]),
  );

test('without a choice trades and alerts are not mailed, announcements only listed', () => {
  const all = ['in_app', 'mail', 'push'].toSorted();
  const sorted = Object.fromEntries(
    Object.entries(waysOf()).map(([group, ways]) => [group, ways.toSorted()]),
  );
  expect(sorted).toEqual({
    ...{ security: all, account: all, money: all, support: all },
    ...{ trade: ['in_app', 'push'], alerts: ['in_app', 'push'], announcements: ['in_app'] },
  });
  expect(waysOf({ in_app: null, mail: null, push: null })).toEqual(waysOf());
});

test('a choice decides in both directions, but security reaches its user by mail and in the app', () => {
  const none = waysOf({ in_app: false, mail: false, push: false });
  expect(none['security']?.toSorted()).toEqual(['in_app', 'mail']);
  expect(Object.entries(none).flatMap(([group, ways]) => (group === 'security' ? [] : ways))).toEqual([]);
  const every = waysOf({ in_app: true, mail: true, push: true });
  expect(Object.values(every).every((ways) => ways.length === NOTICE_WAYS.length)).toBe(true);
  expect(NOTICE_GROUPS.filter((group) => isFixed(group, 'mail'))).toEqual(['security']);
  expect(NOTICE_GROUPS.filter((group) => isFixed(group, 'push'))).toEqual([]);
});

test('preferences are those of each group by its own choice', () => {
  const list = preferences(new Map([['trade', { in_app: false, mail: true, push: null }]]));
  expect(list.map(({ group }) => group)).toEqual([...NOTICE_GROUPS]);
  expect(list.find(({ group }) => group === 'trade')).toEqual({
    ...{ group: 'trade', in_app: false, mail: true, push: true, fixed: [] },
  });
  const security = list.find(({ group }) => group === 'security');
  expect(security).toMatchObject({ in_app: true, mail: true, push: true });
  expect(security?.fixed.toSorted()).toEqual(['in_app', 'mail']);
});

test('a group has the kinds whose texts name it', () => {
  const [first, second] = NOTICE_KINDS;
  const groupOf = (kind: NoticeKind): NoticeGroup =>
    kind === second ? 'money' : kind === first ? 'alerts' : 'trade';
  const words = Object.fromEntries(LANGS.map((lang) => [lang, 'Text'])) as Record<Lang, Template>;
  const texts = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { group: groupOf(kind), title: words, body: words }]),
  ) as Record<NoticeKind, NoticeText>;
  expect(kindsOf(texts, 'money')).toEqual([second]);
  expect(kindsOf(texts, 'alerts')).toEqual([first]);
  expect(kindsOf(texts, 'trade')).toEqual(NOTICE_KINDS.slice(2));
});
