import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Movement } from '@karat/domains/ledger';
import { ZERO, min, minus, mulDivDown, mulDown, negate, plus, sum } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { ruleOf } from './movement-rules.ts';
import type { Debt, EventType, FeePart, PortfolioEvent } from './types.ts';

/** What is known besides the movement. */
export interface EventContext {
  /** Index price in USDT at the time of the movement; undefined if there is none. */
  readonly priceOf: (currency: CurrencyId) => Price | undefined;
  readonly fees: readonly FeePart[];
  /** The open debt of a loan. */
  readonly debtOf: (reference: string) => Debt | undefined;
}

interface Leg {
  readonly currency: CurrencyId;
  /** Positive. */
  readonly quantity: Amount;
  readonly price: Price | undefined;
  /** Undefined without a price. */
  readonly value: Amount | undefined;
}

const isEqualParts = (legs: readonly Leg[]): boolean => legs.every(({ value }) => value !== undefined);
const totalOf = (legs: readonly Leg[]): Amount => sum(legs.map(({ value }) => value ?? ZERO));
const isUsdt = (legs: readonly Leg[]): boolean => legs.length === 1 && legs[0]?.currency === USDT;

/** Net changes as positive legs in and out, with their values at the index. USDT is worth itself. */
function legsOf({ changes }: Movement, { priceOf }: EventContext): { in: Leg[]; out: Leg[] } {
  const legs = { in: [] as Leg[], out: [] as Leg[] };
  for (const [currency, change] of changes) {
    const quantity = change < 0n ? negate(change) : change;
    const price = currency === USDT ? undefined : priceOf(currency);
    const value = currency === USDT ? quantity : price === undefined ? undefined : mulDown(quantity, price);
    legs[change > 0n ? 'in' : 'out'].push({ currency, quantity, price, value });
  }
  return legs;
}

/** Returns an event of a leg; without further figures it only moves a quantity and its cost. */
function eventOf(
  { journalId, kind, at }: Movement,
  leg: Leg,
  type: EventType,
  sign: 1 | -1,
  more: Partial<PortfolioEvent> = {},
): PortfolioEvent {
  return {
    journalId,
    kind,
    at,
    currency: leg.currency,
    type,
    quantity: sign === 1 ? leg.quantity : negate(leg.quantity),
    value: leg.value ?? ZERO,
    price: leg.price,
    estimated: leg.value === undefined,
    transfer: ZERO,
    income: ZERO,
    expense: ZERO,
    result: ZERO,
    fees: [],
    debt: undefined,
    ...more,
  };
}

const arrives = (movement: Movement, leg: Leg): PortfolioEvent =>
  eventOf(movement, leg, 'transfer_in', 1, {
    transfer: leg.value ?? ZERO,
    estimated: leg.currency !== USDT,
  });

const leaves = (movement: Movement, leg: Leg): PortfolioEvent =>
  eventOf(movement, leg, 'transfer_out', -1, { transfer: negate(leg.value ?? ZERO) });

const earns = (movement: Movement, leg: Leg): PortfolioEvent =>
  eventOf(movement, leg, 'income', 1, { income: leg.value ?? ZERO });

const spends = (movement: Movement, leg: Leg): PortfolioEvent => {
  const value = leg.value ?? ZERO;
  return eventOf(movement, leg, 'expense', -1, {
    expense: value,
    fees: [{ currency: leg.currency, value }],
  });
};

/** Value in USDT of a fee that is contained in an exchange, at the rate of the exchange. */
function feeValueOf(fee: FeePart, legs: { in: Leg[]; out: Leg[] }, total: Amount, isByIn: boolean): Amount {
  if (fee.currency === USDT) return fee.amount;
  const received = legs.in.find(({ currency }) => currency === fee.currency);
  const paid = legs.out.find(({ currency }) => currency === fee.currency);
  const whole = received
    ? isByIn
      ? received.quantity
      : plus(received.quantity, fee.amount)
    : paid && isByIn
      ? minus(paid.quantity, fee.amount)
      : paid?.quantity;
  return whole === undefined || whole <= 0n ? ZERO : mulDivDown(total, fee.amount, whole);
}

/**
 * An exchange is worth its leg in USDT, otherwise what arrives at the index, otherwise what leaves. With several legs on a side each
 * is worth its index price.
 */
function exchangeOf(movement: Movement, legs: { in: Leg[]; out: Leg[] }, context: EventContext) {
  const isByIn = isUsdt(legs.in) || (!isUsdt(legs.out) && isEqualParts(legs.in));
  const isKnown = isByIn || isEqualParts(legs.out);
  const total = totalOf(isByIn ? legs.in : legs.out);
  const valued = (side: readonly Leg[]) =>
    side.map((leg): Leg => (side.length === 1 ? { ...leg, value: isKnown ? total : undefined } : leg));
  const fees = context.fees.map((fee) => ({
    currency: fee.currency,
    value: feeValueOf(fee, legs, total, isByIn),
  }));
  const events = [
    ...valued(legs.out).map((leg) => eventOf(movement, leg, 'sell', -1)),
    ...valued(legs.in).map((leg) => eventOf(movement, leg, 'buy', 1)),
  ];
  // The fees belong to the event that lists show: that of the asset, not that of USDT.
  const shown = events.findIndex(({ currency }) => currency !== USDT);
  return events.map((event, index) => (index === Math.max(shown, 0) ? { ...event, fees } : event));
}

/** A withdrawal: its fee is an expense, the rest leaves. */
function withdrawalOf(movement: Movement, out: readonly Leg[], context: EventContext): PortfolioEvent[] {
  return out.flatMap((leg) => {
    const fee = context.fees.find(({ currency }) => currency === leg.currency)?.amount ?? ZERO;
    if (fee <= 0n || fee > leg.quantity) return [leaves(movement, leg)];
    const part = (quantity: Amount): Leg => ({
      ...leg,
      quantity,
      value: leg.value === undefined ? undefined : mulDivDown(leg.value, quantity, leg.quantity),
    });
    const rest = minus(leg.quantity, fee);
    return [...(rest > 0n ? [leaves(movement, part(rest))] : []), spends(movement, part(fee))];
  });
}

/** A repayment: principal first, everything beyond it is interest. */
function repaymentOf(movement: Movement, leg: Leg, context: EventContext): PortfolioEvent[] {
  const debt = context.debtOf(movement.reference);
  const principal = debt?.currency === leg.currency ? min(debt.owed, leg.quantity) : ZERO;
  const interest = minus(leg.quantity, principal);
  const part = (quantity: Amount): Leg => ({
    ...leg,
    quantity,
    value: leg.value === undefined ? undefined : mulDivDown(leg.value, quantity, leg.quantity),
  });
  const repaid = part(principal);
  return [
    ...(principal > 0n
      ? [
          eventOf(movement, repaid, 'sell', -1, {
            debt: { reference: movement.reference, quantity: negate(principal) },
            result: gainOnDebt(debt, principal, repaid.value),
          }),
        ]
      : []),
    ...(interest > 0n ? [spends(movement, part(interest))] : []),
  ];
}

/** What a debt was worth when it was borrowed, less what paying it back costs. */
function gainOnDebt(debt: Debt | undefined, principal: Amount, paid: Amount | undefined): Amount {
  if (debt === undefined || paid === undefined) return ZERO;
  return minus(mulDivDown(debt.value, principal, debt.owed), paid);
}

/** A liquidation sells assets at the index and ends the debt; the difference is a charge, or income where it is forgiven. */
function liquidationOf(
  movement: Movement,
  out: readonly Leg[],
  context: EventContext,
): readonly PortfolioEvent[] {
  const sales = out.map((leg) => eventOf(movement, leg, 'sell', -1));
  const debt = context.debtOf(movement.reference);
  if (debt === undefined) return sales;
  const price = debt.currency === USDT ? undefined : context.priceOf(debt.currency);
  const worth =
    debt.currency === USDT ? debt.owed : price === undefined ? debt.value : mulDown(debt.owed, price);
  const ended = eventOf(
    movement,
    { currency: debt.currency, quantity: ZERO, price, value: worth },
    'sell',
    -1,
    {
      debt: { reference: debt.reference, quantity: negate(debt.owed) },
      result: minus(debt.value, worth),
    },
  );
  const rest = minus(totalOf(out), worth);
  if (rest === ZERO) return [...sales, ended];
  const none: Leg = { currency: USDT, quantity: ZERO, price: undefined, value: ZERO };
  const difference: PortfolioEvent =
    rest > 0n
      ? eventOf(movement, none, 'expense', -1, {
          value: rest,
          expense: rest,
          fees: [{ currency: USDT, value: rest }],
        })
      : eventOf(movement, none, 'income', 1, { value: negate(rest), income: negate(rest) });
  return [...sales, ended, difference];
}

/** What a movement means for profit and loss: its events, those that use up units first. */
export function eventsOf(movement: Movement, context: EventContext): readonly PortfolioEvent[] {
  const legs = legsOf(movement, context);
  const { in: arriving, out } = legs;
  const earned = () => [
    ...out.map((leg) => spends(movement, leg)),
    ...arriving.map((leg) => earns(movement, leg)),
  ];
  switch (ruleOf(movement.kind)) {
    case 'none':
    case 'transfer':
      return [...out.map((leg) => leaves(movement, leg)), ...arriving.map((leg) => arrives(movement, leg))];
    case 'exchange':
      return out.length > 0 && arriving.length > 0 ? exchangeOf(movement, legs, context) : earned();
    case 'income':
      return earned();
    case 'result':
      return [
        ...out.map((leg) => eventOf(movement, leg, 'result', -1, { result: negate(leg.value ?? ZERO) })),
        ...arriving.map((leg) => eventOf(movement, leg, 'result', 1, { result: leg.value ?? ZERO })),
      ];
    case 'purchase':
      return [
        ...out.map((leg) => eventOf(movement, leg, 'sell', -1, { transfer: negate(leg.value ?? ZERO) })),
        ...arriving.map((leg) => eventOf(movement, leg, 'buy', 1, { transfer: leg.value ?? ZERO })),
      ];
    case 'split':
      return [
        ...out.map((leg) => eventOf(movement, leg, 'split', -1, { estimated: false })),
        ...arriving.map((leg) =>
          leg.currency === USDT
            ? earns(movement, leg)
            : eventOf(movement, leg, 'split', 1, { estimated: false }),
        ),
      ];
    case 'withdrawal':
      return [...withdrawalOf(movement, out, context), ...arriving.map((leg) => arrives(movement, leg))];
    case 'borrow':
      return [
        ...out.map((leg) => spends(movement, leg)),
        ...arriving.map((leg) =>
          eventOf(movement, leg, 'buy', 1, {
            debt: { reference: movement.reference, quantity: leg.quantity },
          }),
        ),
      ];
    case 'repay':
      return [
        ...out.flatMap((leg) => repaymentOf(movement, leg, context)),
        ...arriving.map((leg) => arrives(movement, leg)),
      ];
    case 'liquidation':
      return [...liquidationOf(movement, out, context), ...arriving.map((leg) => arrives(movement, leg))];
  }
}

/** Whether a movement needs index prices: an exchange with USDT on one side alone is worth that side. */
export function needsPrices({ kind, changes }: Movement): boolean {
  const rule = ruleOf(kind);
  const usdt = changes.get(USDT);
  if (rule !== 'exchange' || usdt === undefined || changes.size === 1) return changes.size > (usdt ? 1 : 0);
  const sameSide = [...changes].some(([currency, change]) => currency !== USDT && change > 0n === usdt > 0n);
  return sameSide || changes.size > 2;
}
