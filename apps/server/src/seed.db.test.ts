import type { MarketId } from '@karat/contract';
import { price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Container } from './container.ts';
import { seed, seedDemoAlerts, seedDemoProducts } from './seed.ts';
import { openContainer } from './testing/open-container.ts';
import type { OpenContainer } from './testing/open-container.ts';

let database: TestDatabase;
let opened: OpenContainer;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openContainer(database);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** Rows of each table that has any. Logs of what happened, and counters, may grow. */
async function rowsOf({ db }: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const tables = await db.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.one<{ rows: number }>(sql([`select count(*) as rows from "${name}"`]));
    if (rows > 0) counts[name] = rows;
  }
  return counts;
}

const held = ({ db }: TestDatabase) =>
  db.rows<{ account: string; currency: number; total: string }>(sql`
    select account_id as account, currency_id as currency, (available + held)::text as total
    from ledger_balances order by account_id, currency_id`);

class Killed extends Error {}

/** Lets the next `commits` transactions of the pool commit, and no other one begin. */
function killAfter(commits: number) {
  const transact = database.db.transact.bind(database.db);
  let left = commits;
  return vi.spyOn(database.db, 'transact').mockImplementation(async (work) => {
    left -= 1;
    if (left < 0) throw new Killed('killed');
    return transact(work);
  });
}

test('outside of a demonstration there are articles and rooms, and neither users nor money', async () => {
  const { container } = opened;
  const before = await rowsOf(database);
  const logins = await seed({ ...container, ctx: { ...container.ctx, demo: false } });
  expect(logins).toEqual({ users: [], operators: [], payPasswords: new Map() });
  const after = await rowsOf(database);
  const grown = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(grown.filter((name) => !/^(chat|content)_/.test(name))).toEqual([]);
  expect(grown).toContain('chat_rooms');
});

test('a demonstration that is killed between any two steps is seeded at the next start as by a whole one', async () => {
  const { container } = opened;
  await using whole = await createTestDatabase();
  const undisturbed = await openContainer(whole);
  const logins = await seed(undisturbed.container);
  await undisturbed.close();
  let kills = 0;
  for (let commits = 1; ; commits += 4) {
    killAfter(commits);
    const ended = await seed(container).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    vi.restoreAllMocks();
    if (ended === undefined) break;
    expect(ended).toBeInstanceOf(Killed);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(4);
  const again = await seed(container);
  expect(again.users.map(({ login }) => login)).toEqual(logins.users.map(({ login }) => login));
  expect([...again.payPasswords.keys()]).toEqual([...logins.payPasswords.keys()]);
  expect(await rowsOf(database)).toEqual(await rowsOf(whole));
  expect(await held(database)).toEqual(await held(whole));
});

const PRICES: Readonly<Record<string, string>> = {
  'BTC/USDT': '60000',
  'ETH/USDT': '3000',
  'USDC/USDT': '1',
};

test('products, positions and alerts around the index are added once, also after kills, and only to a demonstration', async () => {
  const { container } = opened;
  const { ctx, market } = container;
  const prices: Record<string, string> = { ...PRICES };
  const worth = (id: MarketId) => prices[market.instruments.need(id).symbol] ?? '100';
  vi.spyOn(market, 'index').mockImplementation((id) => ({
    ...{ price: price(worth(id)), time: ctx.clock.now(), stale: false, broken: false, source: 'simulated' },
  }));
  vi.spyOn(market, 'ticks').mockImplementation(async (_, id, time) => [
    { market: id, time, price: worth(id), source: 'simulated', quotes: '', previous: '00', hash: '01' },
  ]);
  vi.spyOn(market.prices, 'inUsdt').mockReturnValue(price('1'));
  const logins = await seed(container);
  const both = async (on: Container): Promise<void> => {
    await seedDemoProducts(on, logins);
    await seedDemoAlerts(on, logins);
  };
  const before = await rowsOf(database);
  await both({ ...container, ctx: { ...ctx, demo: false } });
  expect(await rowsOf(database)).toEqual(before);
  for (let commits = 0; ; commits += 2) {
    const transact = killAfter(commits);
    const ended = await both(container).catch((failure: unknown) => failure);
    transact.mockRestore();
    if (ended === undefined) break;
    expect(ended).toBeInstanceOf(Killed);
  }
  const [seeded, money] = [await rowsOf(database), await held(database)];
  for (const table of ['dual_products', 'launchpad_projects', 'games_rounds', 'loans_loans', 'alerts_alerts'])
    expect(seeded[table], table).toBeGreaterThan(before[table] ?? 0);
  // A later start finds another price.
  prices['BTC/USDT'] = '66000';
  await both(container);
  expect(await rowsOf(database)).toEqual(seeded);
  expect(await held(database)).toEqual(money);
});
