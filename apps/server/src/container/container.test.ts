import { NETWORKS, currencyId, marketId, userId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Market, MarketData } from '@karat/domains/market';
import { amount, format, price } from '@karat/money';
import { virtualClock } from '@karat/platform/clock';
import type { Queries, Tx } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { entryTime } from './games.ts';
import { futuresSymbol, signsByInvitee, sourcesOf } from './growth.ts';
import { capsOf, haltedElsewhere } from './money.ts';
import { monitoringFacts } from './monitoring.ts';
import { change24h, marketOf } from './portfolio.ts';
import { copiesUnlessStopped, isBuyingStopped } from './trading.ts';

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

test('limits of withdrawals are those of the level', () => {
  const level = (withdrawalBtc: string) => ({ withdrawalBtc: amount(withdrawalBtc), fiatUsdt: amount('1') });
  const caps = capsOf({ limits: { 0: level('0'), 1: level('2'), 2: level('100') } } as Parameters<
    typeof capsOf
  >[0]);
  expect([0, 1, 2].map((each) => format(caps[each as 0 | 1 | 2]))).toEqual(['0', '2', '100']);
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
