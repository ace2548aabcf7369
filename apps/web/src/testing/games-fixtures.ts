import type { ReplyOf, RowOf } from '../lib/calls.ts';

type Round = RowOf<'game/index'>;
type Detail = ReplyOf<'game/round'>;
type Config = ReplyOf<'game/config'>;
type Entry = RowOf<'game/entries'>;
type Limits = ReplyOf<'microtrade/limits'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The rounds of the fixtures run around the start of the tests. */
const NOW_MS = Date.now();
const TIME = '2026-11-01 10:00:00';
const HASH = 'a3'.repeat(32);

/** Yes 200, no 700: 100 more on yes make the round of the worked example, which pays 316.6666 of 100. */
export const ROUND: Round = {
  id: 41,
  kind: 'price',
  scheduled: true,
  status: 2,
  question: 'Will BTC/USDT be at 50,000 or above on 2026-11-01 at 16:00 UTC?',
  lang: 'en',
  options: [
    { no: 1, name: 'No', pool: '700', entries: 4, multiple: '1.2214', own: '0' },
    { no: 2, name: 'Yes', pool: '200', entries: 2, multiple: '4.275', own: '0' },
  ],
  currency_id: 3,
  currency_name: 'USDT',
  decimals: 6,
  stake_min: '5',
  stake_max: '500',
  user_max: '800',
  fee_percent: '5',
  pool: '900',
  entries: 6,
  opens_at: TIME,
  opens_ms: NOW_MS - HOUR_MS,
  closes_at: TIME,
  closes_ms: NOW_MS + HOUR_MS,
  settles_at: TIME,
  settles_ms: NOW_MS + HOUR_MS + 10 * MINUTE_MS,
  match_id: 7,
  symbol_name: 'BTC/USDT',
  levels: ['50000'],
  right: null,
  outcome: null,
  dispute_ends_ms: null,
  own_stake: '0',
  own_payout: null,
  hash: HASH,
  settled_ms: null,
};

export const DETAIL: Detail = {
  ...ROUND,
  source: 'Karat index of BTC/USDT: mean of the last five one-second ticks before 16:00 UTC.',
  terms: '{"type":"karat-game","version":1}',
  committed_at: TIME,
  committed_ms: NOW_MS - 2 * HOUR_MS,
  schedule_id: 1,
  settlement_price: null,
  ticks: [],
  evidence: [],
  cancel_reason: null,
  dispute: { allowed: false, open: 0, own: null },
};

/** A question that operators have answered, within its dispute window. */
export const ANSWERED: Detail = {
  ...DETAIL,
  id: 42,
  kind: 'decided',
  scheduled: false,
  status: 4,
  question: 'Which chain will have the most active addresses in October?',
  options: [
    { no: 1, name: 'Bitcoin', pool: '300', entries: 2, multiple: '3.1666', own: '0' },
    { no: 2, name: 'Ethereum', pool: '500', entries: 3, multiple: '1.9', own: '100' },
    { no: 3, name: 'Tron', pool: '200', entries: 1, multiple: '4.75', own: '0' },
  ],
  pool: '1000',
  closes_ms: NOW_MS - HOUR_MS,
  settles_ms: NOW_MS - MINUTE_MS,
  match_id: null,
  symbol_name: null,
  levels: [],
  right: 1,
  dispute_ends_ms: NOW_MS + 20 * HOUR_MS,
  own_stake: '100',
  source: 'Public statistics of the chains',
  schedule_id: null,
  evidence: [
    {
      option: 1,
      link: 'https://stats.example.com/october',
      file: '/api/files/evidence.webp',
      sha256: HASH,
      note: 'Bitcoin had 21 million active addresses, Ethereum 17 million and Tron 20 million.',
      decided_ms: NOW_MS - MINUTE_MS,
      withdrawn: false,
    },
  ],
  dispute: { allowed: true, open: 0, own: null },
};

export const ENTRY: Entry = {
  id: 77,
  round_id: 41,
  kind: 'price',
  question: ROUND.question,
  lang: 'en',
  option: 2,
  option_name: 'Yes',
  amount: '100',
  currency_id: 3,
  currency_name: 'USDT',
  decimals: 6,
  status: 2,
  implied_payout: '316.666666',
  payout: null,
  profit: null,
  outcome: null,
  right: null,
  right_name: null,
  created_at: TIME,
  created_ms: NOW_MS,
  closes_ms: ROUND.closes_ms,
  settles_ms: ROUND.settles_ms,
  settled_at: null,
  settled_ms: null,
  receipt: null,
};

export const SETTLED_ENTRY: Entry = {
  ...ENTRY,
  id: 78,
  status: 5,
  implied_payout: null,
  payout: '237.5',
  profit: '137.5',
  outcome: 'paid',
  right: 2,
  right_name: 'Yes',
  settled_at: TIME,
  settled_ms: NOW_MS,
  receipt: 'c5'.repeat(32),
};

const NO_LIMIT = { limit: null, next: null, next_ms: null, used: '0' };
export const LIMITS: Limits = {
  daily_stake: NO_LIMIT,
  daily_loss: NO_LIMIT,
  cooling_until_ms: null,
  day_ends_ms: NOW_MS + HOUR_MS,
};

export const CONFIG: Config = {
  currencies: [{ id: 3, name: 'USDT', decimals: 6, available: '1234.5' }],
  dispute_hours: 24,
  schedules: [],
  caller: { quiz_passed: true, region_allowed: true, limits: LIMITS },
};
