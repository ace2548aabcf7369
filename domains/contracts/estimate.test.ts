import { UNIT, ZERO, amount, format, plus, price, rate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { closingFill, closingPrice, contractQuantity, estimateOrder } from '@karat/rules';
import type { AccountBefore, ContractTerms, OrderDraft, OrderEstimate } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyClose, applyOpen, heldPositionOf, placePending, unrealised } from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import type { MarkPrice } from './position-events.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import { BTC, ETH, marketWith } from './testing/contracts-fixture.ts';
import { positionWith } from './testing/positions.ts';
import { positionView } from './view.ts';

/** Figures of an estimate that the server charges or shows after the order. */
interface Charged extends Pick<OrderEstimate, 'price' | 'quantity' | 'margin' | 'fee' | 'cost' | 'after'> {
  readonly liquidation: string | null;
}
const chargedOf = ({ price, quantity, margin, fee, cost, after, liquidation }: OrderEstimate): Charged => ({
  price,
  quantity,
  margin,
  fee,
  cost,
  after,
  liquidation: liquidation === undefined ? null : format(liquidation),
});

const newPosition = (
  { side, mode, lots, multiple, target }: OrderDraft,
  { lotSize, spread, feeRate }: ContractTerms,
): Position =>
  positionWith({ side, mode, lots, originLots: lots, multiple, target, lotSize, spread, feeRate });

/** The account as a client reads it before the order. */
function accountBefore(
  { available, positions }: MarginAccount,
  indexOf: (of: Position) => Price,
): AccountBefore {
  const cross = positions.filter(({ mode }) => mode === 'cross');
  return {
    available,
    crossEquity: cross.reduce((sum, each) => sum + each.margin * UNIT + unrealised(each, indexOf(each)), 0n),
    crossMargins: cross.reduce((sum, { margin }) => plus(sum, margin), ZERO),
    crossPositions: cross.filter(({ marketId }) => marketId === BTC).map(heldPositionOf),
  };
}

const sides = fc.constantFrom('long' as const, 'short' as const);
const multiples = fc.constantFrom(1, 2, 3, 7, 10, 20, 50, 100, 200);
/** Lots of three decimals, as a market with the lot step 0.001 takes them. */
const lots = fc.bigInt({ min: 1n, max: 10_000_000n }).map((units) => amount(units * 10_000_000n));
/** Ticks above every spread: a market whose index is below its spread quotes nothing. */
const ticks = (decimals: number) =>
  fc.bigInt({ min: 1_000n, max: 10n ** 9n }).map((units) => price(units * 10n ** BigInt(10 - decimals)));

const orders = fc.integer({ min: 0, max: 10 }).chain((decimals) =>
  fc.record({
    decimals: fc.constant(decimals),
    index: ticks(decimals),
    ethIndex: ticks(decimals),
    spread: fc.bigInt({ min: 0n, max: 999n }).map((units) => price(units * 10n ** BigInt(10 - decimals))),
    lotSize: fc.constantFrom('0.01', '0.001', '0.0333333333', '1', '100').map((text) => amount(text)),
    feeRate: fc.constantFrom('0', '0.0005', '0.0006', '0.0000000001', '0.01').map((text) => rate(text)),
    available: fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => amount(units * 10_000n)),
    side: sides,
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
    lots,
    multiple: multiples,
    held: fc.array(
      fc.record({
        side: sides,
        mode: fc.constantFrom('cross' as const, 'isolated' as const),
        lots,
        multiple: multiples,
        open: ticks(decimals),
        market: fc.constantFrom(BTC, ETH),
      }),
      { maxLength: 4 },
    ),
  }),
);
type Order = typeof orders extends fc.Arbitrary<infer T> ? T : never;

const termsOf = ({ decimals, spread, lotSize, feeRate }: Order): ContractTerms => ({
  spread,
  lotSize,
  feeRate,
  indexDecimals: decimals,
});

/** An account with the positions that are held before the order. */
function accountOf(order: Order): MarginAccount {
  const positions = order.held.map(({ side, mode, lots: of, multiple, open, market }) => {
    const draft = { side, mode, lots: of, multiple, target: undefined, index: open };
    const { margin } = estimateOrder(draft, termsOf(order), {
      available: ZERO,
      crossEquity: 0n,
      crossMargins: ZERO,
      crossPositions: [],
    });
    return {
      ...newPosition(draft, termsOf(order)),
      marketId: market,
      status: Status.open,
      price: open,
      margin,
      originMargin: margin,
    };
  });
  return { available: order.available, positions };
}

/** What the server charges for an order that fills at the index, and shows of its position. */
function chargedByServer(account: MarginAccount, draft: OrderDraft, order: Order, fillIndex: Price): Charged {
  const position = newPosition(draft, termsOf(order));
  const before = account.available;
  const mark: MarkPrice = { index: fillIndex, tick: 5 };
  if (draft.target !== undefined) placePending(account, position);
  const event = applyOpen(account, position, mark, 5_000);
  if (event.kind !== 'opened') throw new Error(event.kind);
  const market = { ...marketWith(BTC), indexDecimals: order.decimals };
  const view = positionView(position, market, account, (id) =>
    id === BTC ? mark : { index: order.ethIndex, tick: 5 },
  );
  const { price: at, quantity, margin, fee } = event;
  const cost = amount(before - account.available);
  expect(position.margin).toBe(margin);
  expect(view.caution_money).toBe(format(margin));
  expect(view.number).toBe(format(quantity));
  return {
    price: at,
    quantity,
    margin,
    fee,
    cost,
    after: account.available,
    liquidation: view.liquidation_price,
  };
}

const indexOf =
  (order: Order, btc: Price) =>
  ({ marketId }: Position): Price =>
    marketId === BTC ? btc : order.ethIndex;

test('every figure of a market order estimate is what the server charges and shows, to the last digit', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { index, side, mode, lots: of, multiple } = order;
      const draft = { side, mode, lots: of, multiple, target: undefined, index };
      const account = accountOf(order);
      const estimate = estimateOrder(draft, termsOf(order), accountBefore(account, indexOf(order, index)));
      fc.pre(estimate.after >= 0n);
      expect(chargedOf(estimate)).toEqual(chargedByServer(account, draft, order, index));
    }),
    { numRuns: 2_000 },
  );
});

test('a limit order holds exactly its estimated cost, and fills at its target for exactly the estimate', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { index, side, mode, lots: of, multiple, spread } = order;
      // At the index the quoted side is the target.
      const target = price(side === 'long' ? index + spread : index - spread);
      const draft = { side, mode, lots: of, multiple, target, index };
      const account = accountOf(order);
      const estimate = estimateOrder(draft, termsOf(order), accountBefore(account, indexOf(order, index)));
      fc.pre(estimate.after >= 0n);
      const waiting = newPosition(draft, termsOf(order));
      const event = placePending({ available: account.available, positions: [] }, waiting);
      expect(event.kind === 'pended' && event.hold).toBe(estimate.cost);
      expect(chargedOf(estimate)).toEqual(chargedByServer(account, draft, order, index));
    }),
    { numRuns: 2_000 },
  );
});

test('the boundary of the balance: the exact cost opens the position, one unit less is refused', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { index, side, mode, lots: of, multiple } = order;
      const draft = { side, mode, lots: of, multiple, target: undefined, index };
      const nothing = { available: ZERO, crossEquity: 0n, crossMargins: ZERO, crossPositions: [] };
      const { cost } = estimateOrder(draft, termsOf(order), nothing);
      const open = (available: Amount) =>
        applyOpen({ available, positions: [] }, newPosition(draft, termsOf(order)), { index, tick: 5 }, 0);
      expect(open(cost).kind).toBe('opened');
      expect(() => open(amount(cost - 10_000n))).toThrow();
    }),
  );
});

test('the profit and the fee of a close are those of the shared formula', () => {
  fc.assert(
    fc.property(orders, ({ index, ...order }) => {
      const whole = { ...order, index };
      const account = accountOf(whole);
      const house: HouseState = { pool: amount(10n ** 40n), insurance: amount(10n ** 40n), promotion: ZERO };
      for (const position of [...account.positions]) {
        const quantity = contractQuantity(position.lots, position.lotSize);
        const funds = position.mode === 'cross' ? plus(account.available, position.margin) : position.margin;
        const terms = { quantity, funds, side: position.side, feeRate: position.feeRate };
        const open = position.price ?? price(0n);
        const at = closingPrice(position.side, index, position.spread);
        const { profit, fee, shortfall } = closingFill({ ...terms, open, price: at });
        const closing = { lots: position.lots, mark: { index, tick: 5 }, reason: 'user' as const, at: 0 };
        const event = applyClose(account, house, position, closing);
        expect(event).toMatchObject({ profit, fee, insurance: shortfall, price: at });
        expect(account.available >= 0n).toBe(true);
      }
    }),
  );
});

test('a fee is rounded once: 0.464 lots at 66,516.3936777 pay 18.518164', () => {
  const terms = {
    spread: price('0'),
    lotSize: amount('1'),
    feeRate: rate('0.0006'),
    indexDecimals: 7,
  };
  const draft = { side: 'long' as const, mode: 'isolated' as const, multiple: 10, target: undefined };
  const estimate = estimateOrder({ ...draft, lots: amount('0.464'), index: price('66516.3936777') }, terms, {
    available: amount('1000000'),
    crossEquity: 0n,
    crossMargins: ZERO,
    crossPositions: [],
  });
  expect(format(estimate.fee)).toBe('18.518164');
});
