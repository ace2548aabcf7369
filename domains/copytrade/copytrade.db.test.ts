import { marketId, userId } from '@karat/contract';
import type { Contract, Read, UserId } from '@karat/contract';
import { createContracts } from '@karat/domains/contracts';
import type { Contracts } from '@karat/domains/contracts';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket, indexTicked } from '@karat/domains/market';
import type { MarketData, Source } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import { amount, format, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase, repeatedKeys } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { skippedOf } from './copy-store.ts';
import type { CopytradeDeps } from './deps.ts';
import { copyWaiting } from './fan-out.ts';
import { FIGURES, computeAllFigures, scheduleFigures } from './figures.ts';
import { follow, holdSelf, pause, stopFollow, unfollow } from './follow.ts';
import { copiersOf, followersOf, followsOf } from './follow-store.ts';
import { contractsForCopies, createCopytrade, onContractEvents } from './index.ts';
import type { Copytrade } from './index.ts';
import { listenTo } from './listen.ts';
import { resultsOf } from './results.ts';
import { sharesOf } from './share-store.ts';
import { scheduleShares } from './shares.ts';
import { simulate } from './simulate.ts';
import { watchStops } from './stops.ts';
import { apply, setTrader } from './trader.ts';
import { listTraders } from './trader-list.ts';
import { traderById } from './trader-store.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const BTC = marketId(1);
const [TINA, FAY, FRED] = [userId(100_951), userId(100_952), userId(100_953)];

let database: TestDatabase;
let ctx: Context;
let ledger: Ledger;
let market: MarketData;
let contracts: Contracts;
let deps: CopytradeDeps;
let copytrade: Copytrade;
let at: string;
const notifications: Notification[] = [];
const errors: unknown[] = [];
const clock = virtualClock(START);
const source: Source = {
  name: 'test',
  kind: 'live',
  covers: () => true,
  start: () => undefined,
  stop: () => undefined,
  quote: (each, now) => ({ price: price(each.id === BTC ? at : '100'), time: now }),
};

beforeEach(async () => {
  [notifications.length, errors.length, at] = [0, 0, '30000'];
  clock.set(START);
  database = await createTestDatabase({ connections: 6 });
  // The examples' figures have no fees and no spread.
  await database.db.run(sql`
    update market_markets set spread = 0, lever_trade_fee = 0, overnight = 0, lever_share_num = 0.01 where id = ${BTC}`);
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const bus = createBus((error) => errors.push(error));
  ctx = { db: database.db, clock, random: seededRandom('copies'), bus, log, demo: true };
  ledger = createLedger(ctx);
  market = await createMarket({
    ctx,
    sources: [source],
    signer: signerFromSeed(new Uint8Array(32)),
    breaker: { spread: rate('0.02'), sourcesMin: 1 },
  });
  await market.start();
  contracts = createContracts({
    ctx,
    ledger,
    levelOf: async () => 2,
    notify: async () => undefined,
    market: {
      all: () => market.instruments.all(),
      find: (id) => market.instruments.find(id),
      byPair: (base, quote) => market.instruments.byPair(base, quote),
      state: (id) => market.state(id),
      index: (id) => market.index(id),
      tickAt: async () => undefined,
    },
  });
  deps = {
    ctx,
    ledger,
    contracts: contractsForCopies(ctx, contracts),
    messages: {
      notify: async (_, notice) => void notifications.push(notice),
      notifyAll: async (_, notices) => void notifications.push(...notices),
    },
    people: async (_, users) => users.map((id) => ({ id, nickname: `user${id}`, headPortrait: null })),
  };
  copytrade = createCopytrade(deps);
  onContractEvents(contracts, copytrade.listen);
  await give(houseAccount('contracts_pool'), '10000000');
  await give(houseAccount('insurance'), '1000000');
  for (const user of [TINA, FAY, FRED]) await give(userAccount(user, 'lever'), '10000');
  await contracts.start();
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, TINA, 'Slow and steady trades'));
});
async function allIsWell(): Promise<void> {
  expect(errors).toEqual([]);
  expect(repeatedKeys(notifications)).toEqual([]);
  expect((await auditLedger(ctx.db)).differences).toEqual([]);
}
afterEach(async () => {
  await contracts.stop();
  await market.stop();
  await allIsWell();
  await database.drop();
});

async function give(account: ReturnType<typeof userAccount>, money: string): Promise<void> {
  const entries = [
    { account: houseAccount('external'), currency: USDT, available: negate(amount(money)) },
    { account, currency: USDT, available: amount(money) },
  ];
  const journal = { key: `test:${account}`, kind: 'genesis', reference: 'test', at: START, entries } as const;
  await ctx.db.transact((tx) => ledger.post(tx, journal));
}

/** Advances the clock by a second or more and waits until the resulting tick and all its effects are settled. */
async function passing(move: () => void): Promise<void> {
  const ticked = new Promise<void>((resolve) => {
    const stop = ctx.bus.subscribe(indexTicked, () => (stop(), resolve()));
  });
  move();
  await ticked;
  await contracts.idle();
}

/** The index moves to a price a second later. */
async function tick(to: string): Promise<void> {
  at = to;
  // A tick is taken a few milliseconds after its second has begun.
  await passing(() => clock.advance(1_010));
}

const following = (user: UserId, more: Partial<Read<Contract['copytrade']['follow/follow']>> = {}) =>
  ctx.db.transact((tx) =>
    follow(deps, tx, user, {
      trader_user_id: TINA,
      type: 1,
      number: amount('1'),
      order_cap: undefined,
      total_cap: undefined,
      slippage: undefined,
      stop_loss: undefined,
      take_profit: undefined,
      ...more,
    }),
  );
const buys = (lots = '10') =>
  contracts.orders.open(TINA, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount(lots),
    multiple: 10,
  });
const has = async (user: UserId): Promise<string> => {
  const { available, held } = await ledger.balance(ctx.db, userAccount(user, 'lever'), USDT);
  return `${format(available)}/${format(held)}`;
};
const followOf = async (user: UserId) =>
  (await followsOf(ctx.db, user, { page: 1, limit: 1 })).rows[0] ?? expect.fail('no follow');
const copyOf = async (user: UserId): Promise<number> =>
  (
    await ctx.db.one<{ id: number }>(
      sql`select id from contracts_positions where user_id = ${user} order by id desc limit 1`,
    )
  ).id;

test("a trader's fill is copied by the multiple and by fixed lots, and the close closes the copies", async () => {
  await following(FAY, { number: amount('0.5') });
  await following(FRED, { type: 2, number: amount('2') });
  const { id } = await buys();
  await copyWaiting(deps);
  // 10 lots of 0.01 at 30,000 with 10x: 300 of margin; half of it, and two lots.
  expect([await has(TINA), await has(FAY), await has(FRED)]).toEqual(['9700/300', '9850/150', '9940/60']);
  expect(await followOf(FAY)).toMatchObject({ openCopies: 1, margin: amount('150') });
  await tick('31000');
  await contracts.orders.close(TINA, id, undefined);
  await copyWaiting(deps);
  expect([await has(TINA), await has(FAY), await has(FRED)]).toEqual(['10100/0', '10050/0', '10020/0']);
  expect(await followOf(FAY)).toMatchObject({ openCopies: 0, margin: 0n, profit: amount('50') });
});

test('a partial close of the trader closes the same part of the copies in whole lots, however often it is retried', async () => {
  await following(FAY);
  await following(FRED, { number: amount('0.7') });
  const { id } = await buys();
  await copyWaiting(deps);
  await contracts.orders.close(TINA, id, amount('4'));
  await copyWaiting(deps);
  await ctx.db.run(sql`update copytrade_events set done_at = null`);
  await copyWaiting(deps);
  // 6 of 10 lots are left, and of 7 lots 4.2, rounded down.
  expect([await has(FAY), await has(FRED)]).toEqual(['9820/180', '9880/120']);
  expect(await followOf(FAY)).toMatchObject({ openCopies: 1, margin: amount('180') });
});

test('an order is copied once even if the process died before it could confirm it', async () => {
  await following(FAY);
  await buys();
  await copyWaiting(deps);
  await ctx.db.run(sql`update copytrade_events set done_at = null`);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('9700/300');
});

test('of an overnight charge the margin of a copy falls by what was taken from it, the profit by all', async () => {
  await following(FAY);
  const { id: source } = await buys();
  await copyWaiting(deps);
  const position = {
    id: await copyOf(FAY),
    userId: FAY,
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    multiple: 10,
    orderType: 2,
    source,
    originLots: amount('10'),
    lots: amount('10'),
    ended: false,
  } as const;
  const charge = { kind: 'overnight', position, paid: amount('7'), fromMargin: amount('5') } as const;
  await ctx.db.transact((tx) => listenTo(ctx)(tx, [charge]));
  expect(await followOf(FAY)).toMatchObject({ margin: amount('295'), profit: amount('-7'), openCopies: 1 });
});

test('an order that cannot be copied is stored and notified with its reason', async () => {
  await following(FAY, { order_cap: amount('299') });
  await following(FRED, { number: amount('40') });
  await buys();
  await copyWaiting(deps);
  expect([await has(FAY), await has(FRED)]).toEqual(['10000/0', '10000/0']);
  expect(notifications.map(({ user, kind, values }) => [user, kind, values?.['reason']])).toEqual([
    [FAY, 'copytrade:skipped', 'order_cap'],
    [FRED, 'copytrade:skipped', 'margin'],
  ]);
  expect(await followOf(FRED)).toMatchObject({ skipped: 1, openCopies: 0 });
  const [own] = await skippedOf(ctx.db, FAY, undefined, 5);
  expect(own).toMatchObject({ traderId: TINA, reason: 'order_cap' });
  expect(await skippedOf(ctx.db, FRED, undefined, 5)).toMatchObject([{ reason: 'margin' }]);
  expect(await skippedOf(ctx.db, FAY, own?.id, 5)).toEqual([]);
});

test('a fill beyond the follower’s slippage limit is not copied', async () => {
  await following(FAY);
  await buys();
  await tick('30200');
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('10000/0');
  expect(notifications[0]?.values?.['reason']).toBe('slippage');
});

test('a past result has the slippage of the copies that were opened', async () => {
  const trader = (await traderById(ctx.db, TINA)) ?? expect.fail('no trader');
  const sent = { trader_user_id: TINA, type: 1, number: amount('1'), sum: amount('1000') } as const;
  const past = () =>
    simulate(deps, trader, { ...sent, order_cap: undefined, stop_loss: undefined, take_profit: undefined });
  await buys();
  expect(await past()).toMatchObject({ slippage: null, profit: '0' });
  await following(FAY);
  await buys();
  // A thousandth worse, on the second of two positions of 3,000.
  await tick('30030');
  await copyWaiting(deps);
  await tick('30000');
  expect(await past()).toMatchObject({ slippage: '0.1', profit: '-6', copied: 2 });
});

test('a follower who stops keeps open copies, and gets no new ones', async () => {
  await following(FAY);
  await buys();
  await copyWaiting(deps);
  await ctx.db.transact((tx) => unfollow(deps, tx, FAY, TINA));
  await buys();
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('9700/300');
  await following(FRED);
  expect((await copiersOf(ctx.db, TINA, undefined, 5)).map(({ userId: user }) => user)).toEqual([FRED]);
});

test('a user follows at most twenty traders at a time', async () => {
  await ctx.db.run(sql`
    with traders as (
      insert into copytrade_traders (user_id, state, about, share_ratio, created_at)
      select 200000 + n, 'accepted', '', 0.1, now() from generate_series(1, 19) as n returning user_id)
    insert into copytrade_follows (trader_id, user_id, mode, number, slippage, created_at, copies_from)
    select user_id, ${FAY}, 'multiple', 1, 0.01, now(), now() from traders`);
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, FRED, 'Another'));
  await following(FAY);
  await expect(following(FAY, { trader_user_id: FRED })).rejects.toMatchObject({ code: 'follow_full' });
  await following(FAY, { number: amount('2') });
  await ctx.db.transact((tx) => unfollow(deps, tx, FAY, TINA));
  await following(FAY, { trader_user_id: FRED });
});

test('a follower who stops while copies are being opened gets none, and the others get theirs', async () => {
  await following(FAY);
  await following(FRED);
  await buys();
  const { contracts: port } = deps;
  const leaving = async (...given: Parameters<typeof port.openCopies>) => {
    await ctx.db.transact((tx) => unfollow(deps, tx, FRED, TINA)).catch(() => undefined);
    return port.openCopies(...given);
  };
  await copyWaiting({ ...deps, contracts: { ...port, openCopies: leaving } });
  expect([await has(FAY), await has(FRED)]).toEqual(['9700/300', '10000/0']);
  expect(await followOf(FRED)).toMatchObject({ openCopies: 0, margin: 0n, skipped: 0 });
});

test('a copy that was taken over stays when the trader closes', async () => {
  await following(FAY);
  const { id } = await buys();
  await copyWaiting(deps);
  const copy = await copyOf(FAY);
  await ctx.db.transact((tx) => holdSelf(deps, tx, FAY, copy));
  await contracts.orders.close(TINA, id, undefined);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('9700/300');
  expect(await followOf(FAY)).toMatchObject({ openCopies: 0, margin: 0n });
  await expect(ctx.db.transact((tx) => holdSelf(deps, tx, FRED, copy))).rejects.toThrow('position_unknown');
});

test('a loss that reaches the limit closes all copies and ends the follow', async () => {
  await following(FAY, { stop_loss: amount('100') });
  await buys();
  await copyWaiting(deps);
  await tick('29100');
  await watchStops(deps);
  expect((await followOf(FAY)).active).toBe(true);
  await tick('29000');
  await watchStops(deps);
  await copyWaiting(deps);
  expect(await followOf(FAY)).toMatchObject({ active: false, ended: 'stop_loss', openCopies: 0 });
  expect(await has(FAY)).toBe('9900/0');
  const { id } = await followOf(FAY);
  await ctx.db.transact((tx) => stopFollow(deps, tx, FAY, id));
  expect((await followOf(FAY)).ended).toBe('stop_loss');
  expect(notifications.map(({ kind }) => kind)).toContain('copytrade:stopped');
});

test('new profit above the high-water mark is shared once a day', async () => {
  await ctx.db.transact(async (tx) => {
    await scheduleShares(tx, clock.now());
    await scheduleFigures(tx, clock.now());
  });
  await following(FAY);
  const first = await buys();
  await copyWaiting(deps);
  await tick('31000');
  await contracts.orders.close(TINA, first.id, undefined);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('10100/0');
  clock.set(Date.parse('2026-11-21T00:00:01Z'));
  await createWorker(ctx, copytrade.work).runDue();
  expect(await has(FAY)).toBe('10090/0');
  expect(await has(TINA)).toBe('10110/0');
  expect(await followOf(FAY)).toMatchObject({ highWater: amount('100'), shared: amount('10') });
  clock.set(clock.now() + DAY_MS);
  await createWorker(ctx, copytrade.work).runDue();
  expect(await has(FAY)).toBe('10090/0');
  // The same worker computes the trader's statistics hourly: 100 of profit and a share of 10 that is no result of trading.
  expect(await traderById(ctx.db, TINA)).toMatchObject({ trades: 1, totalProfit: amount('100') });
  expect((await followersOf(ctx.db, TINA, { page: 1, limit: 5 })).total).toBe(1);
});

test('statistics are computed inside the transaction of their due work: a rollback undoes them too', async () => {
  const item = { id: 1, kind: FIGURES, subject: 'all', dueAt: clock.now(), payload: {}, attempt: 1 };
  const undone = ctx.db.transact(async (tx) => {
    await computeAllFigures(deps)(tx, item);
    throw new Error('work failed by test');
  });
  await expect(undone).rejects.toThrow('work failed by test');
  expect(await traderById(ctx.db, TINA)).toMatchObject({ figuresAt: null });
});

/** The trader opens, the price moves, the trader closes, and all followers copy it. */
async function wins(from: string, to: string): Promise<void> {
  await tick(from);
  const { id } = await buys();
  await copyWaiting(deps);
  await tick(to);
  await contracts.orders.close(TINA, id, undefined);
  await copyWaiting(deps);
}
async function nextDay(): Promise<void> {
  await passing(() => clock.set((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS + 1_000));
  await createWorker(ctx, copytrade.work).runDue();
}

test('the high-water mark lasts over several days, and a new follow includes earlier losses', async () => {
  await ctx.db.transact((tx) => scheduleShares(tx, clock.now()));
  await following(FAY);
  await wins('30000', '29000');
  await nextDay();
  expect(await has(FAY)).toBe('9900/0');
  await ctx.db.transact((tx) => unfollow(deps, tx, FAY, TINA));
  await following(FAY);
  await wins('30000', '31500');
  await nextDay();
  // 150 made after 100 lost: a tenth of 50.
  expect(await has(FAY)).toBe('10045/0');
  await wins('30000', '29500');
  await wins('30000', '30300');
  await nextDay();
  expect(await has(FAY)).toBe('10025/0');
  await wins('30000', '30700');
  await nextDay();
  // 100 in total, of which 50 were shared.
  expect(await has(FAY)).toBe('10090/0');
  expect((await followsOf(ctx.db, FAY, { page: 1, limit: 5 })).rows).toMatchObject([
    { highWater: amount('100'), shared: amount('10'), profit: amount('200') },
    { highWater: 0n, shared: 0n, profit: amount('-100') },
  ]);
  const [newest, first] = await sharesOf(ctx.db, TINA, undefined, 5);
  expect([newest?.amount, first?.amount]).toEqual([amount('5'), amount('5')]);
  expect(await sharesOf(ctx.db, TINA, newest?.id, 5)).toEqual([first]);
  expect(await sharesOf(ctx.db, FAY, newest?.id, 5)).toEqual([first]);
});

test('a profit that was shared in an earlier follow is not shared again, and later profit is shared in full', async () => {
  await ctx.db.transact((tx) => scheduleShares(tx, clock.now()));
  await following(FAY);
  await wins('30000', '31000');
  await nextDay();
  expect(await has(FAY)).toBe('10090/0');
  await ctx.db.transact((tx) => unfollow(deps, tx, FAY, TINA));
  await following(FAY);
  await wins('30000', '30500');
  await nextDay();
  // A tenth of 100 before, and of 50 now.
  expect(await has(FAY)).toBe('10135/0');
  await wins('30000', '30200');
  await nextDay();
  expect(await has(FAY)).toBe('10153/0');
  expect((await followsOf(ctx.db, FAY, { page: 1, limit: 5 })).rows).toMatchObject([
    { highWater: amount('70'), shared: amount('7') },
    { highWater: amount('100'), shared: amount('10') },
  ]);
});

test('the profit with one trader is shared apart from the loss with another', async () => {
  await ctx.db.transact((tx) => scheduleShares(tx, clock.now()));
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, FRED, 'Another'));
  await following(FAY);
  await wins('30000', '31000');
  await following(FAY, { trader_user_id: FRED });
  await ctx.db.run(sql`update copytrade_follows set profit = -60 where trader_id = ${FRED}`);
  await nextDay();
  expect([await has(FAY), await has(TINA), await has(FRED)]).toEqual(['10090/0', '10110/0', '10000/0']);
});

test('the loss limit still protects copies left open after the follow ended', async () => {
  await following(FAY, { stop_loss: amount('100') });
  await buys();
  await copyWaiting(deps);
  const unfollowed = clock.now();
  await ctx.db.transact((tx) => unfollow(deps, tx, FAY, TINA));
  await tick('29000');
  await watchStops(deps);
  await watchStops(deps);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('9900/0');
  expect(notifications.filter(({ kind }) => kind === 'copytrade:stopped')).toHaveLength(1);
  expect(await ctx.db.one(sql`select ended, ended_at as at from copytrade_follows`)).toEqual({
    ...{ ended: 'stop_loss', at: unfollowed },
  });
});

test('a clock that jumps two hours over midnight and back, or a server down for three days, shares each profit once', async () => {
  const shares = () => createWorker(ctx, copytrade.work).runDue();
  const midnight = Date.parse('2026-11-21T00:00:00Z');
  await ctx.db.transact((tx) => scheduleShares(tx, clock.now()));
  await following(FAY);
  const first = await buys();
  await copyWaiting(deps);
  await tick('31000');
  await contracts.orders.close(TINA, first.id, undefined);
  await copyWaiting(deps);
  // Its tick has to be written before the clock goes back: the next one waits for it.
  await passing(() => clock.set(midnight + HOUR_MS));
  for (const hours of [1, -1, 1]) {
    clock.set(midnight + hours * HOUR_MS);
    await shares();
    expect(await has(FAY)).toBe('10090/0');
  }
  await tick('31000');
  const second = await buys();
  await copyWaiting(deps);
  await tick('32000');
  await contracts.orders.close(TINA, second.id, undefined);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('10190/0');
  clock.set(clock.now() + 3 * DAY_MS);
  await shares();
  await shares();
  expect(await has(FAY)).toBe('10180/0');
  expect(await followOf(FAY)).toMatchObject({ highWater: amount('200'), shared: amount('20') });
});

test('users cannot follow themselves, traders cannot follow, and followers cannot become traders', async () => {
  await expect(following(TINA)).rejects.toThrow('follow_self');
  await following(FAY);
  await expect(ctx.db.transact((tx) => apply(deps, tx, FAY, 'I want to'))).rejects.toThrow('follow_loop');
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, FRED, 'Another trader'));
  await expect(following(FRED)).rejects.toThrow('follow_loop');
  await expect(ctx.db.transact((tx) => apply(deps, tx, TINA, 'Again please'))).rejects.toThrow(
    'trader_already',
  );
});

test('the share is a tenth unless the trader agreed to another', async () => {
  expect((await traderById(ctx.db, TINA))?.shareRatio).toBe(rate('0.1'));
});

test('nothing that is filled during a pause is copied, not even later; open copies go on', async () => {
  await following(FAY);
  const first = await buys();
  const { id } = await followOf(FAY);
  clock.advance(10);
  // Resuming what is not paused loses no order that waits to be copied.
  await ctx.db.transact((tx) => pause(deps, tx, FAY, { follow_id: id, paused: false }));
  await copyWaiting(deps);
  await ctx.db.transact((tx) => pause(deps, tx, FAY, { follow_id: id, paused: true }));
  await buys();
  clock.advance(10);
  await ctx.db.transact((tx) => pause(deps, tx, FAY, { follow_id: id, paused: false }));
  await copyWaiting(deps);
  expect([await has(FAY), (await followOf(FAY)).paused]).toEqual(['9700/300', false]);
  await buys();
  await copyWaiting(deps);
  await contracts.orders.close(TINA, first.id, undefined);
  await copyWaiting(deps);
  expect(await has(FAY)).toBe('9700/300');
  expect(await followOf(FAY)).toMatchObject({ openCopies: 1, skipped: 0 });
  const others = ctx.db.transact((tx) => pause(deps, tx, FRED, { follow_id: id, paused: true }));
  await expect(others).rejects.toThrow('follow_unknown');
});

test('a pause while copies are being opened keeps them from being opened', async () => {
  await following(FAY);
  await buys();
  const { id } = await followOf(FAY);
  const { contracts: port } = deps;
  const pausing = async (...given: Parameters<typeof port.openCopies>) => {
    await ctx.db.transact((tx) => pause(deps, tx, FAY, { follow_id: id, paused: true }));
    return port.openCopies(...given);
  };
  await copyWaiting({ ...deps, contracts: { ...port, openCopies: pausing } });
  expect(await has(FAY)).toBe('10000/0');
  expect(await followOf(FAY)).toMatchObject({ openCopies: 0, margin: 0n });
});

test('stopping a whole copy ends it and closes its copies, once, also after it has ended', async () => {
  await following(FAY);
  await following(FRED);
  await buys();
  await copyWaiting(deps);
  const { id } = await followOf(FAY);
  await expect(ctx.db.transact((tx) => stopFollow(deps, tx, FRED, id))).rejects.toThrow('follow_unknown');
  await Promise.all([1, 2, 3].map(() => ctx.db.transact((tx) => stopFollow(deps, tx, FAY, id))));
  expect(
    await ctx.db.one(sql`select count(*)::int as n from copytrade_events where kind = 'stopped'`),
  ).toEqual({ n: 1 });
  await copyWaiting(deps);
  expect([await has(FAY), await has(FRED)]).toEqual(['10000/0', '9700/300']);
  expect(await followOf(FAY)).toMatchObject({ active: false, ended: 'user', openCopies: 0 });
  const fred = await followOf(FRED);
  await ctx.db.transact((tx) => unfollow(deps, tx, FRED, TINA));
  await ctx.db.transact((tx) => stopFollow(deps, tx, FRED, fred.id));
  await copyWaiting(deps);
  expect(await has(FRED)).toBe('10000/0');
});

test('a profit that reaches the target closes all copies and ends the follow', async () => {
  await following(FAY, { take_profit: amount('50') });
  await buys();
  await copyWaiting(deps);
  await tick('30499');
  await watchStops(deps);
  expect((await followOf(FAY)).active).toBe(true);
  await tick('30500');
  await watchStops(deps);
  await watchStops(deps);
  await copyWaiting(deps);
  expect(await followOf(FAY)).toMatchObject({ active: false, ended: 'take_profit', openCopies: 0 });
  expect(await has(FAY)).toBe('10050/0');
  expect(notifications.filter(({ kind }) => kind === 'copytrade:took_profit')).toHaveLength(1);
});

test('own results count open copies, and the share that would be due', async () => {
  await following(FAY);
  await following(FRED);
  await buys();
  await copyWaiting(deps);
  await tick('31000');
  const up = await resultsOf(deps, FAY, [await followOf(FAY)]);
  expect([...up.values()]).toEqual([{ unrealised: amount('100'), due: amount('10'), net: amount('90') }]);
  await tick('29000');
  const down = await resultsOf(deps, FAY, [await followOf(FAY)]);
  expect([...down.values()]).toEqual([{ unrealised: amount('-100'), due: 0n, net: amount('-100') }]);
});

test('a trader accepts followers up to the places, and who follows may still change the terms', async () => {
  await ctx.db.transact((tx) => setTrader(tx, TINA, { positions: 'hidden', places: 1 }));
  const both = await Promise.allSettled([following(FAY), following(FRED)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const isFay = both[0]?.status === 'fulfilled';
  await following(isFay ? FAY : FRED, { number: amount('2') });
  await expect(following(isFay ? FRED : FAY)).rejects.toThrow('trader_full');
  const settings = { positions: 'live', places: 5 } as const;
  await expect(ctx.db.transact((tx) => setTrader(tx, FAY, settings))).rejects.toThrow('trader_unknown');
});

test('hourly statistics count open losses at the index of the hour', async () => {
  await ctx.db.transact((tx) => scheduleFigures(tx, clock.now()));
  await buys();
  await tick('29000');
  await passing(() => clock.set(START + HOUR_MS));
  clock.set(START + HOUR_MS + 20_000);
  await createWorker(ctx, copytrade.work).runDue();
  const expected = {
    totalProfit: amount('-100'),
    unrealised: amount('-100'),
    capital: amount('300'),
    trades: 0,
    risk: 7,
  };
  expect(await traderById(ctx.db, TINA)).toMatchObject({ ...expected, figuresAt: START + HOUR_MS });
});

test('a trader without trades has no risk score, passes no bound of it and comes last by it', async () => {
  await ctx.db.transact((tx) => scheduleFigures(tx, clock.now()));
  await passing(() => clock.set(START + HOUR_MS));
  clock.set(START + HOUR_MS + 20_000);
  await createWorker(ctx, copytrade.work).runDue();
  expect(await traderById(ctx.db, TINA)).toMatchObject({ figuresAt: START + HOUR_MS, risk: null });
  const filter = {
    days: 30,
    sort: 'risk',
    roiMin: undefined,
    winRateMin: undefined,
    aumMin: undefined,
    isFree: false,
  } as const;
  const listed = async (riskMax: number | undefined) =>
    (await listTraders(ctx.db, { ...filter, riskMax }, undefined, 10)).rows.map((row) => row.userId);
  expect((await listed(undefined)).at(-1)).toBe(TINA);
  expect(await listed(10)).not.toContain(TINA);
});
