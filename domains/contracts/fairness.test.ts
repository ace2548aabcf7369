import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { contractCouponFormula, contractFormula, contractWhyFormula } from '@karat/evidence';
import type { Facts, ReceiptTick } from '@karat/evidence';
import { ZERO, amount, price, rate } from '@karat/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyClose, applyOpen, chargeOvernight } from './margin-account.ts';
import type { MarginAccount } from './margin-account.ts';
import { contractsApprovals } from './operator.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import { exposureAllows } from './rules.ts';
import { openPositionWith } from './testing/positions.ts';
import { settleTick, warningsOf } from './tick.ts';
import type { TickView } from './tick.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = ['domains', 'apps/server', 'platform', 'simulation']
  .flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(directory, name),
    ),
  )
  .filter((path) => path.endsWith('.ts') && !/node_modules|\/dist\/|\.test\.ts$|\/testing\//.test(path));

const calls = Object.values(contract).flatMap((group) => Object.entries(group as Record<string, Call>));
const fieldsOf = (call: Call): string[] => {
  const shape: unknown = 'shape' in call.input ? call.input.shape : {};
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
};

test('operators affect contracts only by reads, terms of new orders, limits, halts and capital', () => {
  const reaching = calls.filter(([path]) => /^console\/.*(contract|lever|position)/.test(path));
  expect(reaching.map(([path]) => path).toSorted()).toEqual([
    'console/contract_change',
    'console/contract_fund',
    'console/contract_funds',
    'console/contract_limits',
    'console/contract_limits_change',
    'console/contracts',
  ]);
  const outcome = /(^|_)(uid|user|position|order|id|price|index|profit|outcome|result|margin|rate|tick)(_|$)/;
  const named = new Set(['match_id', 'user_cap', 'positions_max']);
  for (const [path, call] of reaching) {
    const fields = fieldsOf(call).filter((field) => !named.has(field));
    expect(
      fields.filter((field) => outcome.test(field)),
      path,
    ).toEqual([]);
  }
  const kinds = contractsApprovals({ inside: { deps: {}, engine: {} } } as never, async () => undefined);
  expect(Object.keys(kinds).toSorted()).toEqual(['contract capital', 'contract change', 'contract limits']);
});

test('only the engine, share actions and takeovers of copies write a position; a fill is never changed', () => {
  const writers = sources.flatMap((path) =>
    (read(path).match(/(update|insert into|delete from) contracts_(positions|fills)\b/g) ?? []).map(
      (statement) => `${path}: ${statement}`,
    ),
  );
  expect(writers.length).toBeGreaterThan(3);
  const owners = /^domains\/contracts\/(store|writing|copying-store|share-actions)\.ts: /;
  expect(writers.filter((writer) => !owners.test(writer))).toEqual([]);
  expect(writers.filter((writer) => /(update|delete from) contracts_fills/.test(writer))).toEqual([]);
});

/** Terms with a price for everything, so that no sum is zero by chance. */
const terms: Partial<Position> = {
  spread: price('1'),
  feeRate: rate('0.001'),
  overnightRate: rate('0.0001'),
};
const pending: Partial<Position> = { status: Status.pending, price: undefined, margin: ZERO };

/** Positions, cash and marks that make a tick do each of its actions. */
const scenes: readonly {
  readonly name: string;
  readonly available: string;
  readonly index: string;
  readonly positions: readonly Partial<Position>[];
  readonly does: readonly string[];
}[] = [
  {
    name: 'a limit order that is reached',
    available: '10000',
    index: '29990',
    positions: [{ ...pending, target: price('30000'), hold: amount('3030') }],
    does: ['opened'],
  },
  {
    name: 'a stop that was reached at an earlier tick, and one that is reached now',
    available: '0',
    index: '31000',
    positions: [
      { status: Status.closing, takeProfit: price('30500'), trigger: { reason: 'take_profit', tick: 8 } },
      { takeProfit: price('30900') },
    ],
    does: ['closed take_profit', 'triggered'],
  },
  {
    name: 'isolated and cross positions that are liquidated',
    available: '0',
    index: '27500',
    positions: [{}, { mode: 'cross' }],
    does: ['closed liquidation', 'closed liquidation'],
  },
  {
    name: 'a position of a coupon after its holding time',
    available: '0',
    index: '30100',
    positions: [{ trial: { couponId: 1, paid: amount('3000'), returned: ZERO, endsAt: 9_000 } }],
    does: ['closed holding_time'],
  },
];

/** A long whose take-profit was reached at second 100 and filled at the next. */
const stopFacts: Facts = {
  ...{ market: '1', action: 'close', reason: 'take_profit', side: 'long', mode: 'isolated', quantity: '1' },
  ...{ funds: '3000', fee_rate: '0.001', spread: '1', open_price: '30000', coupon_owed: '0' },
  ...{ trigger_price: '30500', trigger_second: '100', tick_second: '101' },
};
const published = [100, 101].map((time): ReceiptTick => ({
  ...{ market: 1, time, price: '30500', source: 'live', quotes: '', previous: '', hash: '' },
}));

const viewAt = (index: string): TickView => ({
  mark: () => ({ index: price(index), tick: 9 }),
  isTrading: () => true,
  isStalled: () => false,
  at: 9_000,
});

/** A position that says its owner to nobody. */
const anonymous = (more: Partial<Position>): Position =>
  Object.defineProperty(openPositionWith(more), 'userId', {
    get: () => {
      throw new Error('the owner of a position was read');
    },
  });

describe('without owner, clock and chance', () => {
  const forbid = (what: string) => (): never => {
    throw new Error(`${what} was asked`);
  };
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockImplementation(forbid('chance'));
    vi.spyOn(Date, 'now').mockImplementation(forbid('the clock'));
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(forbid('chance'));
  });
  afterEach(() => vi.restoreAllMocks());

  test.each(scenes)('a tick settles $name', ({ available, index, positions, does }) => {
    const account: MarginAccount = {
      available: amount(available),
      positions: positions.map((each) => anonymous({ ...terms, ...each })),
    };
    const house = { pool: amount('1000000'), insurance: amount('1000'), promotion: ZERO };
    const events = settleTick(account, house, viewAt(index));
    expect(events.map((event) => (event.kind === 'closed' ? `closed ${event.reason}` : event.kind))).toEqual(
      does,
    );
    expect(() => warningsOf(account, viewAt(index))).not.toThrow();
  });

  test('an order is filled, closed, charged overnight and counted against the caps', () => {
    const mark = { index: price('30000'), tick: 9 };
    const account: MarginAccount = { available: amount('10000'), positions: [] };
    const house = { pool: amount('1000000'), insurance: amount('1000'), promotion: ZERO };
    const position = anonymous({ ...terms, ...pending });
    const opened = applyOpen(account, position, mark, 9_000);
    expect(opened).toMatchObject({ price: price('30001'), fee: amount('30.001') });
    expect(chargeOvernight(account, position, mark, 9_500)).toMatchObject({ fromAvailable: amount('3') });
    const rest = { index: price('30500'), tick: 10 };
    const closed = applyClose(account, house, position, {
      lots: amount('40'),
      mark: rest,
      reason: 'user',
      at: 10_000,
    });
    expect(closed).toMatchObject({ price: price('30499'), profit: amount('199.2') });
    const request = { side: 'long', quantity: amount('1'), index: price('30000') } as const;
    const caps = { net: amount('30000'), gross: amount('90000') };
    const exposure = { long: ZERO, short: ZERO, pendingLong: ZERO, pendingShort: ZERO };
    expect(exposureAllows(exposure, caps, amount('30000'), request)).toBe(true);
    expect(exposureAllows(exposure, caps, amount('29999'), request)).toBe(false);
  });

  test('a tick that asks for an owner would be detected', () => {
    expect(() => anonymous({}).userId).toThrow('owner');
  });

  test.each([contractFormula, contractWhyFormula, contractCouponFormula])('the receipt of $id', (formula) => {
    const read: string[] = [];
    const facts = new Proxy(stopFacts, {
      get(target, name) {
        if (typeof name !== 'string') return undefined;
        read.push(name);
        return target[name];
      },
    });
    const ticks = formula.choose(facts, published);
    expect(formula.result(facts, ticks)).toMatchObject({ price: '30499', fee: '30.499', profit: '499' });
    expect(read).toContain('open_price');
    expect(read.filter((name) => /user|uid|owner|account|level/.test(name))).toEqual([]);
  });
});
