import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { factOf, openApp, server } from '../../testing/app.tsx';

const HASH = 'a'.repeat(64);

/** A settled option without its ticks, whose signature is not valid. */
const RECEIPT: AllReplies['proofs/mine'][number] = {
  receipt: {
    formula: { id: 'option/1', text: 'entry = the first tick' },
    issued: 1_795_800_817_275,
    kind: 'option',
    owner: HASH,
    subject: '1',
    type: 'karat-receipt',
    version: 1,
    order: { direction: 'up', stake: '1234.5', symbol: 'BTC/USDT' },
    result: { outcome: 'win' },
    ticks: [],
  },
  hash: HASH,
  key: '26fde16fbbf65aed',
  signature: 'AAAA',
  public_key: 'AAAA',
  salt: 'salt',
  uid: 1,
};

test('a receipt begins with the order and its result in plain words; what was signed is folded', async () => {
  server.reply('proofs/mine', [RECEIPT]).reply('proofs/keys', []);
  await openApp('/pages/proofs/verify?kind=option&subject=1');
  await screen.findByText('Order');
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.slice(0, 3)).toEqual(['Order', 'Result', 'What was checked']);
  const [order] = document.querySelectorAll<HTMLElement>('main section');
  if (!order) throw new Error('no order');
  expect(factOf(order, 'Direction')).toBe('Up');
  expect(factOf(order, 'Stake')).toBe('1,234.5');
  const signed = within(order).getByText('As signed').closest('details');
  expect([signed?.open, signed?.textContent.includes('stake1234.5')]).toEqual([false, true]);
});
