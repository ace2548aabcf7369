import { currencyId, userId } from '@karat/contract';
import { ZERO, amount, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { Entry, Round } from './types.ts';
import { entryView, roundRow } from './view.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const money = {
  decimals: 2,
  stakeMin: amount('1'),
  stakeMax: amount('500'),
  userMax: amount('900'),
  feeRate: rate('0.05'),
  opensMs: AT,
  closesMs: AT + 2_000,
  settlesMs: AT + 3_000,
};
const texts = { en: { question: 'Who wins?', options: ['Red', 'Green'], source: 'The league' } };
const round: Round = {
  id: 1,
  kind: 'decided',
  scheduleId: undefined,
  marketId: undefined,
  currencyId: currencyId(3),
  ...money,
  termsText: 'terms',
  terms: { kind: 'decided', texts, options: 2, currency: 'USDT', ...money },
  hash: 'hash',
  committedMs: AT - 1_000,
  pool: amount('100'),
  entries: 5,
  options: [
    { pool: amount('30'), entries: 2 },
    { pool: amount('70'), entries: 3 },
  ],
  answer: 2,
  answerId: 4,
  disputableUntilMs: AT + 3_500,
  ticks: [],
  cancelReason: undefined,
  division: {
    outcome: 'paid',
    fee: amount('5'),
    shared: amount('95'),
    rightPool: amount('70'),
    cutoff: undefined,
  },
  payingMs: AT + 3_600,
  settledMs: AT + 4_000,
};
const entry: Entry = {
  id: 9,
  roundId: 1,
  userId: userId(600_001),
  option: 2,
  stake: amount('14'),
  createdMs: AT + 1_000,
  payout: amount('19'),
  receipt: 'abc',
  settledMs: AT + 4_100,
};

test('a reply of an entry has stake, payout and profit, and its own times and those of the round', () => {
  expect(entryView(entry, round, 'en', AT + 9_000)).toMatchObject({
    id: 9,
    round_id: 1,
    question: 'Who wins?',
    option: 2,
    option_name: 'Green',
    amount: '14',
    currency_name: 'USDT',
    implied_payout: null,
    payout: '19',
    profit: '5',
    outcome: 'paid',
    right: 2,
    right_name: 'Green',
    created_ms: AT + 1_000,
    closes_ms: AT + 2_000,
    settles_ms: AT + 3_000,
    settled_ms: AT + 4_100,
    receipt: 'abc',
  });
  const lost = { ...entry, option: 1, payout: ZERO };
  expect(entryView(lost, round, 'en', AT + 9_000)).toMatchObject({ payout: '0', profit: '-14' });
  const open = { ...entry, payout: undefined, settledMs: undefined, receipt: undefined };
  // 14 of 70 share 95 after the fee.
  expect(entryView(open, round, 'en', AT + 9_000)).toMatchObject({
    implied_payout: '19',
    payout: null,
    profit: null,
    outcome: null,
  });
});

test('a row of a round has its limits, its pools, and what the user staked and got', () => {
  const own = [
    { roundId: 1, option: 1, stake: amount('3'), payout: ZERO },
    { roundId: 1, option: 2, stake: amount('14'), payout: amount('19') },
    { roundId: 2, option: 2, stake: amount('50'), payout: amount('60') },
  ];
  expect(roundRow(round, own, 'en', AT + 9_000)).toMatchObject({
    stake_min: '1',
    stake_max: '500',
    user_max: '900',
    fee_percent: '5',
    pool: '100',
    entries: 5,
    options: [
      { no: 1, name: 'Red', pool: '30', entries: 2, own: '3' },
      { no: 2, name: 'Green', pool: '70', entries: 3, own: '14' },
    ],
    own_stake: '17',
    own_payout: '19',
    opens_ms: AT,
    closes_ms: AT + 2_000,
    settles_ms: AT + 3_000,
    dispute_ends_ms: AT + 3_500,
    settled_ms: AT + 4_000,
  });
});
