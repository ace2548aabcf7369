import { expect, test } from 'vitest';
import { openServer, server } from '../../testing/console.tsx';
import { decideDispute, newPriceRound, newSchedule } from './changes.ts';
import type { Dispute } from './changes.ts';

const MARKETS = [{ match_id: 1, symbol: 'BTC/USDT' }];
const NOW = Date.parse('2026-12-01T10:20:30Z');
const reason = 'A new round';

test('a price question is sent with its stakes and times in ms', async () => {
  openServer();
  const { before, send } = newPriceRound(MARKETS, NOW);
  await send({ ...before, match_id: '1', levels: '29000,31000', reason });
  expect(server.sent('console/game_price_round')).toEqual([
    {
      ...{ match_id: '1', levels: '29000,31000', currency_id: '3' },
      ...{ stake_min: '1', stake_max: '500', user_max: '2000', fee_percent: '5' },
      opens_ms: Date.parse('2026-12-01T11:20:00Z'),
      closes_ms: Date.parse('2026-12-02T10:20:00Z'),
      settles_ms: Date.parse('2026-12-02T11:20:00Z'),
      reason,
    },
  ]);
});

test('a schedule is sent with the minutes of its own fields', async () => {
  openServer();
  const { before, send } = newSchedule(MARKETS);
  await send({ ...before, match_id: '1', step: '500', reason });
  expect(server.sent('console/game_schedule')).toMatchObject([
    { time: '16:00', step: '500', create_before: '1440', open_before: '1430', close_before: '60' },
  ]);
});

test.each([
  ['levels', '29000', true],
  ['levels', '1,2,3,4,5,6,7', true],
  ['levels', '1,2,3,4,5,6,7,8', false],
  ['levels', '1;2', false],
  ['stake_max', '0.5', false],
  ['stake_max', '1', true],
  ['user_max', '499', false],
])('%s of %s is accepted: %s', (name, value, accepted) => {
  const { before, fields } = newPriceRound(MARKETS, NOW);
  expect(fields.find((each) => each.name === name)?.wrong?.(value, before) === undefined).toBe(accepted);
});

test.each([
  ['time', '23:59', true],
  ['time', '24:00', false],
  ['open_before', '0', false],
  ['open_before', '99999', true],
])('%s %s of a schedule is accepted: %s', (name, value, accepted) => {
  const { fields } = newSchedule(MARKETS);
  expect(fields.find((each) => each.name === name)?.wrong?.(value, {}) === undefined).toBe(accepted);
});

test('only an accepted dispute withdraws the answer', async () => {
  openServer();
  const { send } = decideDispute({ id: 8 } as Dispute);
  for (const decision of ['accepted', 'rejected']) await send({ decision, answer: 'As announced', reason });
  expect(server.sent('console/game_dispute')).toEqual([
    { id: 8, decision: 'accepted', answer: 'As announced', reason },
    { id: 8, decision: 'rejected', answer: 'As announced', reason },
  ]);
});
