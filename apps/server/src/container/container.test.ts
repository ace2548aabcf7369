import { NETWORKS, currencyId, marketId, userId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Market, MarketData } from '@karat/domains/market';
import { amount, format, price } from '@karat/money';
import { virtualClock } from '@karat/platform/clock';
import type { Queries, Tx } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { tradedSpot } from './daily.ts';
import { fiatLimitsOf } from './fiat.ts';
import { entryTime } from './games.ts';
import { futuresSymbol, signsByInvitee, sourcesOf } from './growth.ts';
import { capsOf, haltedElsewhere } from './money.ts';
import { monitoringFacts } from './monitoring.ts';
import { policyOf } from './nft.ts';
import { change24h, marketOf } from './portfolio.ts';
import { borrowerBy, contractMarkets, copiesUnlessStopped, isBuyingStopped } from './trading.ts';

const BTC = currencyId(1);
const market = (id: number, row: Partial<Market>): Market =>
  ({ id: marketId(id), base: BTC, quote: USDT, pricing: 'sources', openLever: false, ...row }) as Market;
const MARKETS = [
  market(1, { symbol: 'BTC/USDC', quote: currencyId(45) }),
  market(2, { symbol: 'BTC/USDT', openLever: true }),
  market(3, { symbol: 'NEW/USDT', base: currencyId(70), pricing: 'book' as Market['pricing'] }),
];
const instruments = {
  all: () => MARKETS,
  find: (id: number) => MARKETS.find((each) => each.id === id),
} as unknown as MarketData['instruments'];

const stopped = (...names: readonly string[]) => ({ isStopped: (name: string) => names.includes(name) });
const db = {} as Queries;

test('a game takes no entry after its closing by either clock', async () => {
  const at = (server: number, database: number) =>
    entryTime({ clock: virtualClock(server) }, {
      one: async () => ({ now: database + 0.7 }),
    } as unknown as Tx);
  expect([await at(2_000, 1_000), await at(1_000, 2_000)]).toEqual([2_000, 2_000]);
});

test('only markets with outside prices count for VIP levels, price portfolios and give rebates', () => {
  expect(sourcesOf({ instruments }).map(({ name, product }) => [name, product])).toEqual([
    ['contracts', 'contracts'],
    ['spot:1', 'spot'],
    ['spot:2', 'spot'],
  ]);
  expect([marketOf(instruments, BTC), marketOf(instruments, currencyId(70))]).toEqual([2, undefined]);
});

test('a market without contracts has no futures symbol', () => {
  expect([1, 2, 9].map((id) => futuresSymbol({ instruments }, marketId(id)))).toEqual([
    undefined,
    'BTC/USDT',
    undefined,
  ]);
});

test('all signs of an invited user are kept', () => {
  const [ann, ben] = [userId(100_001), userId(100_002)];
  const signs = signsByInvitee([
    ['device', [ann]],
    ['payee', [ann, ben]],
    ['document', [ben]],
  ]);
  expect([...signs]).toEqual([
    [ann, ['device', 'payee']],
    [ben, ['payee', 'document']],
  ]);
});

test('a change in 24 hours is a part of the price before', () => {
  const inside = {
    candles: {
      figures: (id: number) => (id === 1 ? { price: price('150'), open: price('120') } : undefined),
    },
  };
  const change = (id: number) => change24h({ inside } as unknown as MarketData, marketId(id));
  expect(format(change(1) ?? amount('0'))).toBe('0.25');
  expect(change(2)).toBeUndefined();
});

test('limits of withdrawals and purchases are those of the level', () => {
  const level = (withdrawalBtc: string, fiatUsdt: string) => ({
    withdrawalBtc: amount(withdrawalBtc),
    fiatUsdt: amount(fiatUsdt),
  });
  const verification = { limits: { 0: level('0', '7'), 1: level('2', '8'), 2: level('100', '9') } };
  const shown = (limits: ReturnType<typeof capsOf>) =>
    ([0, 1, 2] as const).map((each) => format(limits[each]));
  expect(shown(capsOf(verification))).toEqual(['0', '2', '100']);
  expect(shown(fiatLimitsOf(verification))).toEqual(['7', '8', '9']);
});

test('stopped withdrawals halt every network and the card, else only those that differ', async () => {
  const deposits = { custody: { haltedNetworks: async () => ['tron' as const] } };
  const halted = (isStopped: boolean) => haltedElsewhere(db, async () => isStopped, deposits);
  expect(await halted(false)).toEqual(['tron']);
  const all = await halted(true);
  expect(all).toEqual(expect.arrayContaining([...NETWORKS]));
  expect(all).toHaveLength(NETWORKS.length + 1);
});

test('copies stop with copy trading and with contracts, recurring purchases with the spot market', () => {
  const terms = (...names: readonly string[]) =>
    copiesUnlessStopped(
      { terms: () => 'open' } as unknown as Parameters<typeof copiesUnlessStopped>[0],
      stopped(...names),
    ).terms(marketId(2));
  expect([terms(), terms('spot'), terms('copytrade'), terms('contracts')]).toEqual([
    'open',
    'open',
    undefined,
    undefined,
  ]);
  const buying = [stopped(), stopped('contracts'), stopped('recurring'), stopped('spot')].map(
    isBuyingStopped,
  );
  expect(buying).toEqual([false, false, true, true]);
});

test('monitoring knows since when an account is open and until when a change holds its money', async () => {
  const deps = {
    identity: () => ({
      users: async (_: Queries, [id]: readonly number[]) => (id === 1 ? [{ createdMs: 111 }] : []),
    }),
    credentials: () => ({ lastHoldEnd: async () => 222 }),
  } as unknown as Parameters<typeof monitoringFacts>[0];
  const facts = monitoringFacts(deps);
  expect(await facts.accountOf(db, userId(1))).toEqual({ openedAt: 111, heldUntil: 222 });
  expect(await facts.accountOf(db, userId(2))).toBeUndefined();
});

test('a borrower has both levels and may be frozen; the house and unknown accounts borrow nothing', async () => {
  const [active, frozen, house] = [userId(100_001), userId(100_002), userId(5)];
  const people = new Map([
    [active, { status: 'active', vipLevel: 3 }],
    [frozen, { status: 'frozen', vipLevel: 4 }],
    [house, { status: 'active', vipLevel: 0 }],
  ]);
  const borrowerOf = borrowerBy(
    {
      users: async (_: Queries, ids: readonly number[]) => ids.flatMap((id) => people.get(userId(id)) ?? []),
    } as unknown as Parameters<typeof borrowerBy>[0],
    { levelOf: async () => 1 },
  );
  expect(await borrowerOf(db, active)).toEqual({ vipLevel: 3, level: 1, isFrozen: false });
  expect(await borrowerOf(db, frozen)).toEqual({ vipLevel: 4, level: 1, isFrozen: true });
  expect([await borrowerOf(db, house), await borrowerOf(db, userId(100_003))]).toEqual([
    undefined,
    undefined,
  ]);
});

const NOON_S = 1_764_158_400;

test('contracts know markets with outside prices only, and price ticks in the shares of today', async () => {
  const ticks = {
    maybe: async () => ({ market_id: 2, time: NOON_S, price: '300', source: 's', quotes: [] }),
  };
  const split = (fromS: number) => [{ from: fromS * 1_000, numerator: 1n, denominator: 3n }];
  const markets = (splitS: number) =>
    contractMarkets({
      ctx: { clock: virtualClock((NOON_S + 60) * 1_000) },
      actions: { rescales: (id: number) => (id === 2 ? split(splitS) : []) },
      market: { instruments: { ...instruments, byPair: () => MARKETS[2] } } as unknown as MarketData,
    });
  const today = markets(NOON_S);
  expect(today.all().map(({ id }) => id)).toEqual([1, 2]);
  expect([today.find(marketId(1))?.id, today.find(marketId(3))]).toEqual([1, undefined]);
  expect(today.byPair(currencyId(70), USDT)).toBeUndefined();
  const priceAt = async (splitS: number) =>
    (await markets(splitS).tickAt(ticks as unknown as Queries, marketId(2), NOON_S))?.price;
  // From its own second on a tick counts in new shares; a split to come changes nothing.
  expect(format((await priceAt(NOON_S)) ?? amount('0'))).toBe('300');
  expect(format((await priceAt(NOON_S + 30)) ?? amount('0'))).toBe('100');
  expect(format((await priceAt(NOON_S + 61)) ?? amount('0'))).toBe('300');
});

test('settings of the NFT marketplace are basis points, hours and minutes', () => {
  const { feeRate, marginRate, maxRoyalty, ...rest } = policyOf({
    nft: {
      feeBasisPoints: 101,
      marginBasisPoints: 202,
      royaltyMaxBasisPoints: 303,
      payHours: 4,
      extensionMinutes: 5,
      extensionsMax: 6,
    },
  } as Parameters<typeof policyOf>[0]);
  expect([feeRate, marginRate, maxRoyalty].map(format)).toEqual(['0.0101', '0.0202', '0.0303']);
  expect(rest).toEqual({ payMs: 14_400_000, windowMs: 300_000, maxExtensions: 6 });
});

test('fills of shares are a product of their own among the daily figures', async () => {
  const found = [
    [
      { market_id: 1, volume: '10', fees: '0.1' },
      { market_id: 4, volume: '20', fees: '0.2' },
    ],
    [{ id: 100_001 }],
  ];
  const listed = [
    market(1, { kind: 'coin', quote: USDT }),
    market(4, { kind: 'stock', quote: currencyId(45) }),
  ];
  const trades = tradedSpot({
    instruments: { need: (id) => listed.find((each) => each.id === id) ?? expect.fail(`no market ${id}`) },
  });
  const { turnover, traders } = await trades({ rows: async () => found.shift() } as unknown as Queries, {
    ...{ fromMs: 0, toMs: 1, houseIdMax: 99 },
  });
  expect(turnover.map(({ product, currency, volume }) => [product, currency, format(volume)])).toEqual([
    ['spot', USDT, '10'],
    ['stocks', 45, '20'],
  ]);
  expect(traders).toEqual([100_001]);
});
