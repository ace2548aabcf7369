import { amount, ceilToStep, floorToStep, format, isMultipleOf } from '@karat/money';
import type { Price } from '@karat/money';
import { areStopsValid } from '@karat/rules';
import type { PositionSide, Stops } from '@karat/rules';
import { STOP_FIELDS, percentBound, percentOfText } from './stop-levels.ts';
import { estimateOf, indexOf, lotsOf, priceOf, tickOf, withStopPrices } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';

/** Why an order cannot be sent, and its field. */
export type Problem =
  | { readonly field: 'market'; readonly type: 'no_price' }
  | { readonly field: 'target' | 'size'; readonly type: 'enter' }
  | { readonly field: 'target' | 'takeProfit' | 'stopLoss'; readonly type: 'step'; readonly step: string }
  | { readonly field: 'size'; readonly type: 'below_lot' | 'above_max'; readonly lots: string }
  | { readonly field: 'size'; readonly type: 'insufficient' | 'closes_at_once' }
  | {
      readonly field: 'takeProfit' | 'stopLoss';
      readonly type: 'above' | 'below';
      readonly side: PositionSide;
      readonly price: string;
    }
  | { readonly field: 'takeProfit' | 'stopLoss'; readonly type: 'percent_max'; readonly percent: number }
  | { readonly field: 'stopLoss'; readonly type: 'both_sides'; readonly price: string };

export const SIDES = ['long', 'short'] as const;

/** The price that stops are compared with: the limit of a limit order, else the index. */
const stopReference = (props: TicketProps, form: Form): Price | undefined =>
  form.kind === 'limit' ? priceOf(form.target) : indexOf(props);

/** Levels of the entered stops as a side would set them. */
function stopsOf(props: TicketProps, form: Form, side: PositionSide): Stops {
  const { withStops, takeProfit, stopLoss } = withStopPrices(props, form, side);
  return {
    takeProfit: withStops ? priceOf(takeProfit) : undefined,
    stopLoss: withStops ? priceOf(stopLoss) : undefined,
  };
}

/** Sides for which the entered stops are valid. */
export function sidesOfStops(props: TicketProps, form: Form): readonly PositionSide[] {
  const at = stopReference(props, form);
  return at === undefined
    ? SIDES
    : SIDES.filter((side) => areStopsValid(side, at, stopsOf(props, form, side)));
}

/** A problem of the stops whatever the side: a step, or both on one side of the price. Percentages have none. */
export function stopsProblem(props: TicketProps, form: Form): Problem | null {
  if (form.stopsBy !== 'price') return null;
  const tick = tickOf(props);
  const stops = stopsOf(props, form, 'long');
  for (const field of STOP_FIELDS) {
    const value = stops[field];
    if (value !== undefined && !isMultipleOf(value, tick)) return { field, type: 'step', step: format(tick) };
  }
  const at = stopReference(props, form);
  return at !== undefined && sidesOfStops(props, form).length === 0
    ? { field: 'stopLoss', type: 'both_sides', price: format(floorToStep(at, tick)) }
    : null;
}

/** A percentage that leaves no price above zero. */
function percentProblem({ withStops, stopsBy, multiple, ...form }: Form, stops: Stops): Problem | null {
  if (!withStops || stopsBy === 'price') return null;
  const field = STOP_FIELDS.find(
    (each) => percentOfText(form[each]) !== undefined && stops[each] === undefined,
  );
  return field === undefined
    ? null
    : { field, type: 'percent_max', percent: percentBound(stopsBy, multiple) };
}

/** A stop on the wrong side of the price for a long or a short. */
function sideProblem(props: TicketProps, form: Form, side: PositionSide): Problem | null {
  const at = stopReference(props, form);
  if (at === undefined) return null;
  const stops = stopsOf(props, form, side);
  const lost = percentProblem(form, stops);
  if (lost) return lost;
  const { takeProfit, stopLoss } = stops;
  const isLong = side === 'long';
  // The index has more decimals than a level may have: the bound lies on the tick that is refused last.
  const above = { type: 'above', side, price: format(floorToStep(at, tickOf(props))) } as const;
  const below = { type: 'below', side, price: format(ceilToStep(at, tickOf(props))) } as const;
  if (!areStopsValid(side, at, { takeProfit, stopLoss: undefined }))
    return { field: 'takeProfit', ...(isLong ? above : below) };
  if (!areStopsValid(side, at, { takeProfit: undefined, stopLoss }))
    return { field: 'stopLoss', ...(isLong ? below : above) };
  return null;
}

function targetProblem(props: TicketProps, form: Form): Problem | null {
  if (form.kind === 'market') return null;
  const target = priceOf(form.target);
  if (target === undefined) return { field: 'target', type: 'enter' };
  const tick = tickOf(props);
  return isMultipleOf(target, tick) ? null : { field: 'target', type: 'step', step: format(tick) };
}

function sizeProblem(props: TicketProps, form: Form, side: PositionSide): Problem | null {
  const lots = lotsOf(props, form);
  const limit = props.deal?.lever_share_limit;
  // A slider above zero that buys no lot shows that the margin is too small.
  if (form.share > 0 && lots === 0n) return { field: 'size', type: 'insufficient' };
  if (lots === undefined) return { field: 'size', type: 'enter' };
  if (limit && lots < amount(limit.min)) return { field: 'size', type: 'below_lot', lots: limit.min };
  if (limit && lots > amount(limit.max)) return { field: 'size', type: 'above_max', lots: limit.max };
  const estimate = estimateOf(props, form, side);
  if (!estimate) return null;
  if (props.deal && estimate.after < 0n) return { field: 'size', type: 'insufficient' };
  return estimate.closesAtOnce && props.deal ? { field: 'size', type: 'closes_at_once' } : null;
}

/** Returns the first problem of an order of a side; null where it can be sent. */
export function problemOf(props: TicketProps, form: Form, side: PositionSide): Problem | null {
  return (
    targetProblem(props, form) ??
    (indexOf(props) === undefined ? ({ field: 'market', type: 'no_price' } as const) : null) ??
    sizeProblem(props, form, side) ??
    stopsProblem(props, form) ??
    sideProblem(props, form, side)
  );
}
