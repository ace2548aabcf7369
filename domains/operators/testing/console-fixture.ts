import { USER_RECORDS, currencyId, marketId, userId } from '@karat/contract';
import type { MarketId, UserRecords } from '@karat/contract';
import { createLedger, userAccount } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { amount, negate, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { ClockGuard } from '@karat/platform/clock-guard';
import { createSessionTokens, keyRing, signerFromSeed } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { plainPasswords } from '@karat/platform/testing';
import type { ConsoleDeps, MarketFacts, UserRow } from '../console.ts';
import { operatorLogins } from '../login.ts';
import { seedDemoOperators } from '../operators.ts';
import { insertSession } from '../store.ts';
import type { Stoppable } from '../stops.ts';
import type { UserRecordSource } from '../user-record-source.ts';

export const START = Date.parse('2026-11-20T02:00:00Z');
export const ALICE = userId(100_001);
export const BEN = userId(100_002);

const personOf = (uid: number, more: Partial<UserRow> = {}): UserRow => ({
  uid,
  email: `u${uid}@people.example`,
  phone: `+49 30 ${uid}`,
  nickname: `K${uid}`,
  status: 'active',
  house: false,
  created_ms: START - 9_000,
  seen_ms: START - 4_000,
  ...more,
});
const PEOPLE: readonly UserRow[] = [
  personOf(ALICE),
  personOf(BEN, { email: null, status: 'frozen', house: true, created_ms: START - 8_000, seen_ms: null }),
];

/** A trade on BTC/USDT, and one in a currency without a market. */
const RECORDS: UserRecordSource = () => [
  sql`select 7 as id, to_timestamp(${START / 1_000}) as at, to_timestamp(${START / 1_000 + 60}) as ended, 1 as market,
    null::int as currency, 'buy' as side, 'limit' as type, 'filled' as state, '60000' as price, '61000' as exit_price,
    '0.5' as amount, 'base' as amount_in, '0.4' as filled, '24000' as total, '12' as fee, 'quote' as fee_in,
    'half' as detail`,
  sql`select 9 as id, to_timestamp(${START / 1_000 + 5}) as at, null::timestamptz as ended, null::int as market,
    3 as currency, null as side, 'tron' as type, 'credited' as state, null as price, null as exit_price,
    '250' as amount, null as amount_in, null as filled, '245' as total, '5' as fee, null as fee_in, 'T1' as detail`,
];

/** A subject that is known by its number and runs until it is stopped. */
const switchable = (names: Readonly<Record<string, string>>): Stoppable => {
  const stopped = new Map<string, number>();
  return {
    find: async (_, subject) => {
      const name = names[subject];
      const since = stopped.get(subject);
      const running = { state: 'running', runs: true };
      return name === undefined
        ? undefined
        : { name, ...(since === undefined ? running : { state: 'halted', runs: false, sinceMs: since }) };
    },
    stop: async (_, subject, { at }) => void stopped.set(subject, at),
    resume: async (_, subject) => void stopped.delete(subject),
  };
};

/** Conditions of a search as one text. */
const wordsOf = (filter: object): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

/** Two markets whose figures differ in every field. */
async function marketsOf(db: Database, clock: VirtualClock): Promise<MarketFacts[]> {
  const bus = createBus(() => undefined);
  const ctx = { db, clock, random: seededRandom('markets'), bus, log: silentLog, demo: true };
  const { instruments } = await createMarket({
    ctx,
    sources: [],
    signer: signerFromSeed(new Uint8Array(32).fill(5)),
  });
  const first: Market = {
    ...instruments.need(marketId(1)),
    makerFee: rate('0.0011'),
    takerFee: rate('0.0022'),
    band: rate('0.05'),
    minNotional: amount('7'),
  };
  const second: Market = { ...instruments.need(marketId(2)), state: 'cancel_only' };
  return [
    {
      ...{ market: first, lastPrice: '60001', indexPrice: '60002', stale: false, broken: true },
      ...{ openOrders: 31, queue: 4 },
    },
    {
      market: second,
      lastPrice: '3001',
      indexPrice: null,
      stale: true,
      broken: false,
      openOrders: 8,
      queue: 2,
    },
  ];
}

const CLOCK_GUARD: Pick<ClockGuard, 'state'> = {
  state: () => ({ halt: { atMs: START - 77, reason: 'jumped', driftMs: 1_234 } }) as never,
};

const usersPort: ConsoleDeps['users'] = {
  search: async (keyword, page, limit) => ({
    data: PEOPLE.filter(({ nickname }) => nickname.includes(keyword)).slice((page - 1) * limit, page * limit),
    ...{ current_page: page, last_page: 2, per_page: limit, total: 2 },
  }),
  find: async (id) => {
    const user = PEOPLE.find(({ uid }) => uid === id);
    const session = {
      device: 'Phone',
      address: '203.0.113.5',
      created_ms: START - 60,
      seen_ms: START - 30,
    };
    return user && { user, sessions: [session] };
  },
};

const CODES: ReadonlyMap<number, string> = new Map([
  [1, 'BTC'],
  [3, 'USDT'],
]);
const account = userAccount(ALICE, 'change');
const ledgerPort: ConsoleDeps['ledger'] = {
  balancesOf: async () => [
    { account, currency: currencyId(3), available: amount('11.5'), held: amount('2.25') },
    {
      account: userAccount(ALICE, 'lever'),
      currency: currencyId(1),
      available: amount('3'),
      held: amount('4'),
    },
  ],
  currencyCode: ({ currency }) => CODES.get(currency) ?? '?',
  value: async () => ({ usdt: amount('4321.5'), unvalued: ['SHIB'] }),
  journals: async (filter) => ({
    rows: [
      {
        ...{
          id: 51,
          key: wordsOf(filter),
          kind: 'spot:trade',
          reference: 'r51',
          created_ms: START + 3,
        },
        postings: [
          {
            ...{ account: 'exchange', currency: 'USDT', kind: 'fee', reference: 'o1' },
            ...{ available: negate(amount('6')), held: amount('8') },
          },
        ],
      },
    ],
    next: 50,
  }),
  house: async () => [
    { account: 'external', currency: 'USDT', available: negate(amount('900')), held: amount('0') },
    { account: 'fees', currency: 'USDT', available: amount('200'), held: amount('5') },
    { account: 'external', currency: 'BTC', available: negate(amount('4')), held: amount('0') },
  ],
  check: async () => ({ accounts: 3, balances: 4, journals: 5, postings: 6, differences: ['one'] }),
};

const dashboardPort: ConsoleDeps['dashboard'] = {
  withdrawals: async () => [
    { name: 'requested', count: 6, oldestMs: START - 600 },
    { name: 'signing', count: 2, oldestMs: START - 200 },
  ],
  haltedNetworks: async () => ['tron'],
  custody: async () => [
    {
      currency: 'USDT',
      booked: amount('500'),
      chain: amount('501'),
      matches: false,
      checkedMs: START - 40,
    },
    { currency: 'USDT', booked: amount('70'), chain: amount('71'), matches: true, checkedMs: START - 90 },
  ],
};

const botsPort: ConsoleDeps['bots'] = {
  all: () => [
    { name: 'BTC maker', role: 'maker', uid: 90_001, running: true, open_orders: 12, paused: false },
    { name: 'taker', role: 'taker', uid: 90_002, running: false, open_orders: 3, paused: true },
  ],
  setPaused: () => true,
};

const outboxPort: ConsoleDeps['outbox'] = {
  list: async (page, limit) => ({
    data: [
      {
        ...{
          id: 4,
          channel: 'sms',
          receiver: '+49',
          subject: 'Code',
          body: 'It is 7',
          created_ms: START - 11,
        },
      },
    ],
    ...{ current_page: page, last_page: 3, per_page: limit, total: 5 },
  }),
};

const stoppables = (): ConsoleDeps['stoppables'] => ({
  product: switchable({ loans: 'Loans', games: 'Games' }),
  contract: switchable({ '1': 'BTC contract' }),
  network: switchable({ tron: 'TRON' }),
  custody: switchable({}),
  sweeping: switchable({}),
  user: switchable({}),
  trader: switchable({}),
  currency: switchable({}),
});

/** What the console's calls need, with figures that differ in every field, on a database. */
export async function openConsoleDeps(db: Database) {
  const clock = virtualClock(START);
  const bus = createBus(() => undefined);
  const ctx = { db, clock, random: seededRandom('console'), bus, log: silentLog, demo: true };
  const keys = keyRing(Buffer.alloc(32, 7));
  const markets = await marketsOf(db, clock);
  const ledger = createLedger(ctx);
  await seedDemoOperators(ctx, plainPasswords);
  const logins = operatorLogins({
    ctx,
    keys,
    passwords: plainPasswords,
    tokens: createSessionTokens(keys, seededRandom('operator tokens')),
    passkeys: { origins: 'own', isRequired: true },
  });
  // The session of each operator has the operator's number.
  for (const operator of [1, 2, 3, 4]) {
    const token = { hash: new Uint8Array([operator]), hashKey: null };
    await db.transact((tx) => insertSession(tx, operator, token, START + operator * 1_000));
  }
  const find = (id: MarketId) => markets.find(({ market }) => market.id === id)?.market;
  const deps: ConsoleDeps = {
    ctx,
    logins,
    passwords: plainPasswords,
    version: '9.1.0',
    startedMs: START - 5_000,
    users: usersPort,
    ledger: ledgerPort,
    userRecords: Object.fromEntries(USER_RECORDS.map((name) => [name, RECORDS])) as Record<
      UserRecords,
      UserRecordSource
    >,
    markets: { all: () => markets, find, change: () => Promise.resolve() },
    dashboard: dashboardPort,
    daily: { read: () => Promise.reject(new Error('no daily figures')) },
    bots: botsPort,
    files: { keep: () => Promise.resolve('/files/x') },
    outbox: outboxPort,
    corrections: { ledger, messages: { notify: () => Promise.resolve() } },
    clockGuard: CLOCK_GUARD as ClockGuard,
    sockets: () => 17,
    checks: () => [{ name: 'node', state: 'down', detail: 'no reply', sinceMs: START - 21 }],
    stoppables: stoppables(),
    approvals: {},
  };
  return { deps, clock };
}
