import { expect, test } from 'vitest';
import { openServer, server } from '../../testing/console.tsx';
import { changeCurrency, changeDuration, changeRegions, newDuration } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import type { Dashboard } from './changes.ts';

type Duration = Dashboard['durations'][number];

const ROW = { seconds: 60, profit_ratio: '75', min_amount: '5', max_amount: '500', status: 1 } as Duration;
const CURRENCY = {
  currency_id: 3,
  currency_name: 'USDT',
  enabled: true,
  min_stake: '1',
  max_stake: '200',
  user_max: '300',
  window_max: '4000',
  pool_max: '50000',
} as Dashboard['currencies'][number];
const reason = 'Another pool';

const errorOf = ({ fields }: Change, name: string, value: string, all = {}): string | undefined =>
  fields.find((field) => field.name === name)?.wrong?.(value, all);

test('a duration is changed with what was entered, and offered or not as its switch says', async () => {
  openServer();
  const change = changeDuration(ROW);
  expect(change.before).toEqual({ profit_ratio: '75', min_amount: '5', max_amount: '500', enabled: true });
  await change.send({ ...change.before, max_amount: '600', enabled: false, reason });
  expect(changeDuration({ ...ROW, status: 0 } as Duration).before['enabled']).toBe(false);
  await newDuration([ROW]).send({ ...change.before, seconds: '90', reason });
  const sent = { profit_ratio: '75', min_amount: '5', reason };
  expect(server.sent('console/option_duration')).toEqual([
    { ...sent, max_amount: '600', enabled: false, seconds: 60 },
    { ...sent, max_amount: '500', enabled: true, seconds: '90' },
  ]);
});

test.each([
  ['4', false],
  ['5', true],
  ['3000', true],
  ['3001', false],
  ['60', false],
  ['90.5', false],
])('a new duration of %s seconds is offered: %s', (seconds, accepted) => {
  expect(errorOf(newDuration([ROW]), 'seconds', seconds) === undefined).toBe(accepted);
});

test.each([
  ['0', false],
  ['0.1', true],
  ['100', true],
  ['100.1', false],
])('a profit of %s percent is accepted: %s', (profit, accepted) => {
  expect(errorOf(changeDuration(ROW), 'profit_ratio', profit) === undefined).toBe(accepted);
});

test('no limit of a currency is below the one that it contains', async () => {
  openServer();
  const change = changeCurrency(CURRENCY);
  expect(errorOf(change, 'max_stake', '0.9', { min_stake: '1' })).toBe('Not below the smallest stake');
  expect(errorOf(change, 'max_stake', '1', { min_stake: '1' })).toBeUndefined();
  expect(errorOf(change, 'user_max', '199', { max_stake: '200' })).toBe('Not below the largest stake');
  await change.send({ ...change.before, reason });
  const { currency_name: _, ...sent } = CURRENCY;
  expect(server.sent('console/option_currency')).toEqual([{ ...sent, reason }]);
});

test('regions are shown with commas and sent as they were entered', async () => {
  openServer();
  const change = changeRegions(['US', 'GB']);
  expect(change.before).toEqual({ regions: 'US, GB' });
  await change.send({ regions: 'US, GB, CA', reason });
  expect(server.sent('console/option_regions')).toEqual([{ regions: 'US, GB, CA', reason }]);
});
