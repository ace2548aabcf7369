import { currencyId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { tradedContracts } from '@karat/domains/contracts';
import { creditedDeposits } from '@karat/domains/deposits';
import { paidPurchases } from '@karat/domains/fiat';
import { HOUSE_ID_MAX, firstRegistration, registrationsIn } from '@karat/domains/identity';
import { tradedOptions } from '@karat/domains/options';
import { tradedFills } from '@karat/domains/spot';
import { paidWithdrawals } from '@karat/domains/withdrawals';
import { format, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeNextDay } from './days.ts';
import type { DailyDeps } from './deps.ts';
import { createDailyFigures } from './index.ts';
import { storableAt } from './rules.ts';
import { readDays } from './store.ts';

const BTC = currencyId(1);
const USDT = currencyId(3);
const [ALICE, BEN, CLEO] = [userId(100_001), userId(100_002), userId(100_003)];
const [MAKER_BOT, TAKER_BOT] = [userId(90_001), userId(90_002)];
const DAY = '2026-11-20';
const MIDNIGHT = Date.parse(DAY);
const LAST_MS = MIDNIGHT + DAY_MS - 1;

let database: TestDatabase;
const clock = virtualClock(LAST_MS);
let ids = 0;

const depsOn = (db: Database): DailyDeps => ({
  ctx: {
    db,
    clock,
    random: seededRandom('daily'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  },
  houseIdMax: HOUSE_ID_MAX,
  trades: [
    async (queries, range) => {
      const { markets, traders } = await tradedFills(queries, range);
      return {
        turnover: markets.map(({ marketId, volume, fees }) => ({
          product: marketId === 1 ? 'spot' : 'stocks',
          currency: USDT,
          volume,
          fees,
        })),
        traders,
      };
    },
    tradedContracts,
    tradedOptions,
  ],
  deposits: [creditedDeposits, paidPurchases],
  withdrawals: paidWithdrawals,
  registrations: registrationsIn,
  firstRegistration,
  pricesAt: async (_, currencies) =>
    currencies.map((currency) =>
      currency === USDT ? price('1') : currency === BTC ? price('50000') : undefined,
    ),
  currencies: async () => [
    { id: USDT, code: 'USDT' },
    { id: BTC, code: 'BTC' },
    { id: currencyId(2), code: 'ETH' },
  ],
});
const deps = () => depsOn(database.db);

const register = (at: number, ...users: readonly UserId[]) =>
  database.db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat, created_at)
    select id, id || '@people.example', 'K' || id, 'CODE' || id, 'x', to_timestamp(${at} / 1000.0), 'en', 'USD',
      to_timestamp(${at} / 1000.0) from unnest(${[...users]}::bigint[]) as u (id)`);

/** A fill of 1 at 50,000: the buyer takes and pays 0.001 BTC, the seller makes and pays 25 USDT. */
const fill = (at: number, buyer: UserId, seller: UserId, market = 1) =>
  database.db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
      taker_user, maker_fee, taker_fee, house, at)
    values (${++ids}, ${market}, 50000, 1, 50000, 1, ${2 * ids}, ${2 * ids + 1}, ${seller}, ${buyer}, 25, 0.001,
      ${buyer <= HOUSE_ID_MAX && seller <= HOUSE_ID_MAX}, to_timestamp(${at} / 1000.0))`);

const contractFill = (at: number, user: UserId) =>
  database.db.run(sql`
    insert into contracts_fills (position_id, user_id, market_id, kind, lots, quantity, price, index_price, tick, margin,
      profit, fee, insurance, absorbed, at)
    values (${++ids}, ${user}, 1, 'open', 2, 0.5, 40000, 40000, 1, 100, 0, 8, 0, 0, to_timestamp(${at} / 1000.0))`);

const option = (at: number, user: UserId, currency = USDT) =>
  database.db.run(sql`
    insert into options_orders (user_id, market_id, currency_id, decimals, direction, seconds, stake, ratio, profit, shard,
      accepted_at, expires_at)
    values (${user}, 1, ${currency}, 6, 'up', 60, 30, 0.5, 15, 0, to_timestamp(${at} / 1000.0),
      to_timestamp(${at + 60_000} / 1000.0))`);

const deposit = (at: number, state: 'credited' | 'below_minimum') =>
  database.db.run(sql`
    insert into deposits_deposits (network, transaction, output, height, block_hash, address, user_id, currency_id, units,
      amount, minimum, confirmations, state, journal_id, created_at, decided_at)
    values ('bitcoin', ${`t${++ids}`}, 0, 1, 'h', 'a', ${ALICE}, ${BTC}, 1, 0.5, 0, 1, ${state},
      ${state === 'credited' ? ids : null}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0))`);

const withdrawal = (at: number, state: 'confirmed' | 'rejected') =>
  database.db.run(sql`
    insert into withdrawals_requests (user_id, type, account, currency_id, network, payee, payee_hash, number, fee, usdt,
      btc, approvals, state, reason, digest, created_at, finished_at)
    values (${ALICE}, 0, 'change', ${USDT}, 'tron', 'T', '\\x00', 70, 1, 70, 0, 0, ${state},
      ${state === 'confirmed' ? null : 'other'}, 'd', to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0))`);

beforeAll(async () => {
  database = await createTestDatabase();
  await register(MIDNIGHT, ALICE, BEN, userId(100_005));
  await register(LAST_MS, CLEO);
  await register(LAST_MS + 1, userId(100_004));
});
afterAll(() => database.drop());

const stored = () => readDays(database.db, '2026-01-01', '2027-01-01');

test('a day contains its first and its last millisecond, each fill once, and nothing of the house', async () => {
  for (const at of [MIDNIGHT - 1, MIDNIGHT, LAST_MS, LAST_MS + 1]) {
    await fill(at, ALICE, BEN);
    await contractFill(at, ALICE);
    await option(at, CLEO);
    await deposit(at, 'credited');
    await withdrawal(at, 'confirmed');
  }
  await fill(MIDNIGHT + 5, ALICE, MAKER_BOT, 9);
  await fill(MIDNIGHT + 6, TAKER_BOT, MAKER_BOT);
  await contractFill(MIDNIGHT + 7, MAKER_BOT);
  await deposit(MIDNIGHT + 8, 'below_minimum');
  await withdrawal(MIDNIGHT + 9, 'rejected');
  // One more, so that no count is that of its neighbour.
  await withdrawal(MIDNIGHT + 10, 'confirmed');
  clock.set(storableAt(DAY));
  expect(await storeNextDay(deps())).toBe(1);
  const [day, ...others] = await stored();
  expect(others).toEqual([]);
  const { volume, fees, ...rest } = day?.figures ?? expect.fail('no day');
  expect(Object.entries(volume).map(([product, of]) => [product, format(of)])).toEqual([
    ['spot', '100000'],
    ['contracts', '40000'],
    ['options', '60'],
    ['stocks', '50000'],
  ]);
  // Two fills of 50 + 25; of the fill with the bot the fee of the user alone.
  expect(Object.entries(fees).map(([product, of]) => [product, format(of)])).toEqual([
    ['spot', '150'],
    ['contracts', '16'],
    ['options', '0'],
    ['stocks', '50'],
  ]);
  expect(rest).toMatchObject({
    registrations: 4,
    activeUsers: 3,
    depositsCount: 2,
    withdrawalsCount: 3,
  });
  expect([format(rest.deposits), format(rest.withdrawals)]).toEqual(['50000', '210']);
});

test('a second run changes nothing, even where rows of the day appear later, and no statement changes a day', async () => {
  const before = await stored();
  await fill(MIDNIGHT + 10, ALICE, BEN);
  expect(await storeNextDay(deps())).toBe(0);
  expect(await stored()).toEqual(before);
  await expect(database.db.run(sql`update operators_daily_figures set registrations = 0`)).rejects.toThrow(
    'append-only',
  );
  await expect(database.db.run(sql`delete from operators_daily_products`)).rejects.toThrow('append-only');
});

test('a day is stored ten minutes after its end and not before', async () => {
  clock.set(storableAt('2026-11-21') - 1);
  expect(await storeNextDay(deps())).toBe(0);
  clock.set(storableAt('2026-11-21'));
  expect(await storeNextDay(deps())).toBe(1);
  const [, next] = await stored();
  expect(next).toMatchObject({ day: '2026-11-21', figures: { registrations: 1, activeUsers: 3 } });
});

test('two processes at once store each missing day once', async () => {
  clock.set(storableAt('2026-11-26'));
  const other = openDatabase({ url: database.url });
  const runAll = async (db: Database): Promise<number> => {
    const own = depsOn(db);
    let count = 0;
    while ((await storeNextDay(own)) > 0) count += 1;
    return count;
  };
  const counts = await Promise.all([runAll(database.db), runAll(other), runAll(other)]);
  await other.close();
  expect((await stored()).map(({ day }) => day)).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ]);
  // A run ends when another process has stored the day that it wanted; no day was stored twice.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
});

test('today and a yesterday that settles are live, and older missing days are pending', async () => {
  const now = Date.parse('2026-11-29T00:05:00Z');
  clock.set(now);
  await fill(now - 1_000, ALICE, BEN);
  await fill(Date.parse('2026-11-28T12:00:00Z'), ALICE, BEN);
  await option(now - 2_000, BEN, currencyId(2));
  const period = await createDailyFigures(deps()).read(7);
  expect(period.days.map(({ day, isComplete }) => [day, isComplete])).toEqual([
    ['2026-11-23', true],
    ['2026-11-24', true],
    ['2026-11-25', true],
    ['2026-11-26', true],
    ['2026-11-28', false],
    ['2026-11-29', false],
  ]);
  expect(period.pending).toBe(1);
  expect(period.before.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(period.days.slice(-2).map(({ figures }) => format(figures.volume.spot))).toEqual(['50000', '50000']);
  expect(period.days.at(-1)?.unvalued).toEqual(['ETH']);
});

test('a day is read by the indexes of time, whatever the length of the history', async () => {
  await database.db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
      taker_user, maker_fee, taker_fee, house, at)
    select 1000000 + n, 1, 50000, 1, 50000, 1, n, n + 1, 100001, 100002, 0.1, 0.2, false,
      to_timestamp(${MIDNIGHT} / 1000.0) + n * interval '1 minute' from generate_series(1, 200000) n`);
  await database.db.run(sql`vacuum analyze spot_fills`);
  const plan = await database.db.rows<Record<string, string>>(sql`
    explain select sum(quote) from spot_fills
    where at >= to_timestamp(${MIDNIGHT + 30 * DAY_MS} / 1000.0) and at < to_timestamp(${MIDNIGHT + 31 * DAY_MS} / 1000.0)`);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Bitmap Index Scan on spot_fills_');
  expect(text).not.toContain('Seq Scan on spot_fills_initial');
});
