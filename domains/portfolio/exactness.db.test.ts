import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import type { CurrencyId, JournalKind, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, amount, negate, plus, sum } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditPortfolios } from './audit.ts';
import { readAssets, readCounted, readLots, readProgress } from './state-store.ts';
import { BEN, BTC, BTC_MARKET, ETH, ETH_MARKET, PortfolioFixture, USDT } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/count-run.ts');
const KILLS_MS_MAX = 120_000;

let database: TestDatabase;
let fixture: PortfolioFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  // Portions so small that journals of a history are spread over several of them.
  fixture = new PortfolioFixture(database.db, { portion: 5 });
  await fixture.move('deposit', BEN, '1000', BTC);
  await fixture.move('deposit', BEN, '100000000');
  await fixture.tick(BTC_MARKET, '50000');
  await fixture.tick(ETH_MARKET, '2000');
});
afterAll(() => database.drop());

/** A step of a history: what happens, with which amount, and how much later. */
const step = fc.record({
  what: fc.constantFrom(
    'deposit',
    'withdrawal',
    'buy',
    'sell',
    'yield',
    'hold',
    'own',
    'loss',
    'price',
    'count',
  ),
  currency: fc.constantFrom(BTC, ETH, USDT),
  permille: fc.integer({ min: 1, max: 1_000 }),
  hours: fc.integer({ min: 0, max: 400 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const available = async (user: UserId, currency: CurrencyId) =>
  (await fixture.ledger.balance(database.db, userAccount(user, 'change'), currency)).available;

/** Part of what a user has, as text. */
async function part(user: UserId, currency: CurrencyId, permille: number) {
  const own = await available(user, currency);
  return amount(((own * BigInt(permille)) / 1_000n / 10_000n) * 10_000n);
}

const decimalText = (units: bigint): string => {
  const digits = units.toString().padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
};

async function perform(user: UserId, { what, currency, permille, hours }: Step): Promise<void> {
  fixture.clock.set(fixture.clock.now() + hours * HOUR_MS);
  const leave = async (kind: JournalKind, share: number) => {
    const number = await part(user, currency, share);
    if (number > 0n) await fixture.move(kind, user, `-${decimalText(number)}`, currency);
  };
  switch (what) {
    case 'price':
      await fixture.tick(BTC_MARKET, String(20_000 + permille * 50));
      return fixture.tick(ETH_MARKET, String(1_000 + permille * 2));
    case 'deposit':
      return fixture.move('deposit', user, decimalText(BigInt(permille) * 10n ** 8n), currency);
    case 'yield':
      return fixture.move('mining:yield', user, decimalText(BigInt(permille) * 10n ** 6n), currency);
    case 'withdrawal':
      return leave('correction', permille);
    case 'loss':
      return leave('contract:close', Math.ceil(permille / 10));
    case 'buy': {
      const lots = (await available(user, USDT)) / amount('50');
      if (lots > 0n)
        await fixture.trade({
          buyer: user,
          seller: BEN,
          quantity: '0.001',
          price: '50000',
          buyerFee: '0.000001',
        });
      return;
    }
    case 'sell':
      if ((await available(user, BTC)) >= amount('0.001'))
        await fixture.trade({
          buyer: BEN,
          seller: user,
          quantity: '0.001',
          price: '48000',
          sellerFee: '0.048',
        });
      return;
    case 'hold': {
      const number = await part(user, currency, permille);
      const account = userAccount(user, 'change');
      if (number > 0n)
        await fixture.post('spot:hold', [{ account, currency, available: negate(number), held: number }]);
      return;
    }
    case 'own': {
      const number = await part(user, USDT, permille);
      if (number > 0n)
        await fixture.post('transfer', [
          { account: userAccount(user, 'change'), currency: USDT, available: negate(number) },
          { account: userAccount(user, 'lever'), currency: USDT, available: number },
        ]);
      return;
    }
    case 'count':
      await fixture.counter.refresh(user);
  }
}

/** Everything that is counted of a user. */
const rowsOf = async (user: UserId) => {
  const tables = ['balances', 'assets', 'lots', 'events', 'periods', 'months'] as const;
  const rows: Record<string, unknown[]> = {};
  for (const name of tables) {
    const all = await database.db.rows<{ row: string }>(
      sql([
        `select (to_jsonb(t) - 'user_id')::text as row from portfolio_${name} t where user_id = ${Number(user)} order by 1`,
      ]),
    );
    rows[name] = all.map(({ row }) => row);
  }
  return rows;
};
const forget = (user: UserId) =>
  database.db.run(sql`
    with u as (delete from portfolio_users where user_id = ${user}), b as (delete from portfolio_balances where user_id = ${user}),
      a as (delete from portfolio_assets where user_id = ${user}), l as (delete from portfolio_lots where user_id = ${user}),
      e as (delete from portfolio_events where user_id = ${user}), p as (delete from portfolio_periods where user_id = ${user})
    delete from portfolio_months where user_id = ${user}`);

let people = 200_000;

test('after any history quantities are the balances of the ledger, and lots hold them with all of their cost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const user = userId(++people);
      for (const one of steps) await perform(user, one);
      await fixture.count(user);
      const accounts = (['legal', 'change', 'lever', 'micro'] as const).map((name) =>
        userAccount(user, name),
      );
      const ledger = await fixture.ledger.balances(database.db, accounts);
      for (const asset of await readAssets(database.db, user)) {
        const own = ledger.filter(({ currency }) => currency === asset.currency);
        expect(asset.quantity).toBe(sum(own.map(({ available: free, held }) => plus(free, held))));
        expect(asset.held).toBe(sum(own.map(({ held }) => held)));
        if (asset.currency === USDT) continue;
        const lots = await readLots(database.db, user, asset.currency, undefined);
        expect(sum(lots.map(({ quantity }) => quantity))).toBe(asset.quantity);
        expect(sum(lots.map(({ cost }) => cost))).toBe(asset.costFifo);
        if (asset.quantity === ZERO) expect(asset.realisedAverage).toBe(asset.realisedFifo);
      }
      expect(await auditPortfolios(database.db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('counting while the history happens and counting all at once give the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const user = userId(++people);
      for (const one of steps) await perform(user, one);
      await fixture.count(user);
      const slowly = await rowsOf(user);
      await forget(user);
      await new PortfolioFixture(database.db).count(user);
      expect(await rowsOf(user)).toEqual(slowly);
    }),
    { numRuns: 10 },
  );
});

test('a hundred requests at once count each posting once', async () => {
  const user = userId(++people);
  for (let n = 0; n < 30; n++) await fixture.move('deposit', user, '1', n % 2 ? BTC : USDT);
  const other = new PortfolioFixture(database.db, { portion: 5 });
  const all = Array.from({ length: 100 }, (_, index) => (index % 2 ? fixture : other).counter.refresh(user));
  await Promise.all(all);
  await fixture.count(user);
  expect((await readProgress(database.db, user))?.counted).toBe(30);
  expect(await auditPortfolios(database.db)).toEqual([]);
});

test('a posting that becomes visible after later ones is counted, in its place on its balance', async () => {
  const user = userId(++people);
  await fixture.move('deposit', user, '5', ETH);
  await fixture.count(user);
  const late = await database.db.session();
  const entries = [
    { account: userAccount(user, 'change'), currency: ETH, available: amount('1') },
    { account: userAccount(BEN, 'change'), currency: ETH, available: negate(amount('1')) },
  ];
  await fixture.move('deposit', BEN, '5', ETH);
  await late.transact(async (tx) => {
    const batch = await fixture.ledger.openBatch(tx, entries);
    batch.post({
      key: `late:${user}`,
      kind: 'copy:share',
      reference: 'late',
      at: fixture.clock.now(),
      entries,
    });
    await batch.close();
    // These commit first, with greater ids.
    await fixture.move('deposit', user, '7');
    await fixture.count(user);
  });
  late.release();
  await fixture.count(user);
  expect(
    (await readCounted(database.db, user)).map(({ currency, available: free }) => [currency, free]),
  ).toEqual(
    expect.arrayContaining([
      [ETH, amount('6')],
      [USDT, amount('7')],
    ]),
  );
  expect(await auditPortfolios(database.db)).toEqual([]);
});

test(
  'six kills at any step of counting leave each posting counted exactly once',
  async () => {
    const user = userId(++people);
    for (let n = 0; n < 60; n++) {
      fixture.clock.set(fixture.clock.now() + DAY_MS);
      await fixture.move(n % 3 ? 'deposit' : 'mining:yield', user, '1', n % 2 ? BTC : USDT);
    }
    const run = async (name: string, at: number) => {
      const args = ['--url', database.url, '--user', String(user), '--step', name, '--at', String(at)];
      const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return { code, signal };
    };
    for (const [name, at] of [
      ['locked', 1],
      ['read', 1],
      ['events', 1],
      ['written', 1],
      ['committed', 1],
      ['written', 2],
    ] as const) {
      expect(await run(name, at), `${name} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
      expect(await auditPortfolios(database.db)).toEqual([]);
    }
    expect(await run('never', 1)).toEqual({ code: 0, signal: null });
    expect((await readProgress(database.db, user))?.counted).toBe(60);
    const counted = await rowsOf(user);
    await forget(user);
    await fixture.count(user);
    expect(await rowsOf(user)).toEqual(counted);
  },
  KILLS_MS_MAX,
);
