import { POSITION_KIND, POSITION_SIDE } from '@karat/contract';
import type { MarginMode } from '@karat/contract';
import {
  UNIT,
  ZERO,
  amount,
  divDown,
  floorToStep,
  format,
  min,
  mulDown,
  parse,
  percentOf,
  price,
  rate,
  roundDown,
} from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { affordableLots, estimateOrder, openingPrice, resultAtIndex } from '@karat/rules';
import type { ContractTerms, OrderEstimate, PositionSide } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import type { MarginSettings, StopsBy } from '../settings.ts';
import { levelOf } from './stop-levels.ts';
import type { StopBasis, StopField } from './stop-levels.ts';
import { accountBefore } from './use-positions.ts';
import type { Deal } from './use-positions.ts';

export const KINDS = ['market', 'limit'] as const;
type Kind = (typeof KINDS)[number];
/** What the size is given in: lots, the base or the quote currency. */
export const SIZE_UNITS = ['lots', 'base', 'quote'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

export interface Form {
  readonly kind: Kind;
  readonly mode: MarginMode;
  readonly multiple: number;
  /** Size as typed, in `unit`. */
  readonly size: string;
  readonly unit: SizeUnit;
  /** Percent of the affordable lots; 0 where the size was typed. */
  readonly share: number;
  readonly target: string;
  /** Whether the order sets take-profit and stop-loss. */
  readonly withStops: boolean;
  /** What the two stops are given by. */
  readonly stopsBy: StopsBy;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** The coupon that pays margin and fees of an isolated market order. */
  readonly couponId: number | null;
}
export const EMPTY: Form = {
  kind: 'market',
  mode: 'cross',
  multiple: 10,
  size: '1',
  unit: 'lots',
  share: 0,
  target: '',
  withStops: false,
  stopsBy: 'price',
  takeProfit: '',
  stopLoss: '',
  couponId: null,
};

/** The form of a visit of the market: the draft of the last one. The choice of what stops are given by holds until they are typed. */
export function resumeForm(
  draft: Form | undefined,
  settings: { readonly margin: MarginSettings | undefined; readonly stopsBy: StopsBy },
): Form {
  const form = draft ?? { ...EMPTY, ...settings.margin };
  return form.takeProfit === '' && form.stopLoss === '' ? { ...form, stopsBy: settings.stopsBy } : form;
}

/** The order is placed: type, margin mode and leverage stay for the next one. */
export const afterOrder = (form: Form): Form => ({
  ...form,
  size: form.share > 0 ? '' : form.size,
  share: 0,
  withStops: false,
  takeProfit: '',
  stopLoss: '',
  couponId: null,
});

/** Leverages that the user may select; while unknown, the selected one. */
export function multiplesOf(deal: Deal | undefined, chosen: number): readonly number[] {
  if (!deal) return [chosen];
  return deal.multiple.muit.map(({ value }) => value).filter((value) => value <= deal.multiple_max);
}

/** Returns the form with an allowed leverage: the largest not above the selected one, otherwise the smallest. */
export function normalise(form: Form, deal: Deal | undefined): Form {
  const multiples = multiplesOf(deal, form.multiple);
  const below = multiples.filter((value) => value <= form.multiple);
  const multiple = below.length > 0 ? Math.max(...below) : Math.min(...multiples);
  return Number.isFinite(multiple) && multiple !== form.multiple ? { ...form, multiple } : form;
}

const positive = (text: string): bigint | undefined => {
  const value = parse(text);
  return value !== undefined && value > 0n ? value : undefined;
};
/** A price that was typed; undefined for none. */
export const priceOf = (text: string): Price | undefined => {
  const value = positive(text);
  return value === undefined ? undefined : price(value);
};

/** What the calculator is asked, as typed: a position and the prices of its two fills. */
export interface Question {
  readonly side: PositionSide;
  readonly open: string;
  readonly close: string;
  readonly lots: string;
  readonly multiple: string;
}

export type TicketCoupon = Deal['coupons'][number];

export interface TicketProps {
  readonly market: Quotation;
  readonly deal: Deal | undefined;
  readonly indexes: ReadonlyMap<number, string>;
}

/** The coupon that is chosen, while it can be used. */
export const couponOf = ({ deal }: Pick<TicketProps, 'deal'>, { couponId }: Form): TicketCoupon | undefined =>
  deal?.coupons.find(({ id }) => id === couponId);

/** The ticket as a coupon funds it: what it is good for instead of the balance, and its highest leverage. */
export function fundedBy<Props extends TicketProps>(props: Props, form: Form): Props {
  const { deal } = props;
  const coupon = couponOf(props, form);
  if (!deal || !coupon) return props;
  const multiple_max = Math.min(deal.multiple_max, coupon.multiple_max);
  return { ...props, deal: { ...deal, user_lever: coupon.face, multiple_max } };
}

/** The form without a coupon that cannot be used any more. */
export const withoutLostCoupon = (form: Form, deal: Deal | undefined): Form =>
  form.couponId === null || !deal || couponOf({ deal }, form) ? form : { ...form, couponId: null };

/** The index of the ticket's market; undefined until it is known. */
export function indexOf({ market, deal, indexes }: TicketProps): Price | undefined {
  const text = indexes.get(market.id) ?? deal?.last_price ?? undefined;
  return text === undefined ? undefined : price(text);
}

export const termsOf = (market: Quotation): ContractTerms => ({
  spread: price(market.spread),
  lotSize: amount(market.lever_share_num),
  feeRate: rate(market.lever_trade_fee),
  indexDecimals: market.index_decimals,
});

/** The price at which a side would open: the limit of a limit order, else the quoted price of the side. */
export function priceFor(props: TicketProps, form: Form, side: PositionSide): Price | undefined {
  if (form.kind === 'limit') return priceOf(form.target);
  const index = indexOf(props);
  return index && openingPrice(side, index, price(props.market.spread));
}

export const tickOf = ({ deal, market }: TicketProps): Price => price(deal?.price_tick ?? market.tick);

/** What percentages of a side are converted with; undefined until its price is known. */
function stopBasis(props: TicketProps, form: Form, side: PositionSide): StopBasis | undefined {
  const entry = priceFor(props, form, side);
  const { multiple } = form;
  return entry && { side, entry, multiple, tick: tickOf(props), spread: price(props.market.spread) };
}

/** The form with its stops as the prices of a side; a percentage without a price is left out. */
export function withStopPrices(props: TicketProps, form: Form, side: PositionSide): Form {
  const { stopsBy } = form;
  if (stopsBy === 'price') return form;
  const basis = stopBasis(props, form, side);
  const at = (stop: StopField): string => {
    const level = basis && levelOf(basis, stopsBy, stop, form[stop]);
    return level === undefined ? '' : format(level);
  };
  return { ...form, stopsBy: 'price', takeProfit: at('takeProfit'), stopLoss: at('stopLoss') };
}

/** Whole lots that the available balance pays for, at most the market's maximum; zero until prices are known. */
export function maxLots(props: TicketProps, form: Form): Amount {
  const at = priceFor(props, form, 'long');
  if (at === undefined || !props.deal) return ZERO;
  const available = amount(props.deal.user_lever);
  const { multiple } = form;
  const lots = affordableLots({ available, at, multiple, step: amount(UNIT) }, termsOf(props.market));
  return min(lots, floorToStep(amount(props.deal.lever_share_limit.max), amount(UNIT)));
}

/** Lots of the order in whole lots, rounded down; undefined where nothing is entered. */
export function lotsOf(props: TicketProps, form: Form): Amount | undefined {
  if (form.share > 0) return floorToStep(percentOf(maxLots(props, form), form.share), amount(UNIT));
  const typed = positive(form.size);
  if (typed === undefined) return undefined;
  if (form.unit === 'lots') return amount(typed);
  const at = priceFor(props, form, 'long');
  if (form.unit === 'quote' && at === undefined) return undefined;
  const base = form.unit === 'quote' && at !== undefined ? divDown(amount(typed), at) : amount(typed);
  return floorToStep(divDown(base, price(props.market.lever_share_num)), amount(UNIT));
}

/** The text of a number of lots in a unit; quote is rounded down to cents. */
export function sizeText(props: TicketProps, form: Form, lots: Amount, unit: SizeUnit): string {
  if (lots === 0n) return '';
  if (unit === 'lots') return format(lots);
  const base = mulDown(lots, price(props.market.lever_share_num));
  if (unit === 'base') return format(base);
  const at = priceFor(props, form, 'long');
  return at === undefined ? '' : format(roundDown(mulDown(base, at), 2));
}

/** What the calculator begins with: price, size and leverage of the ticket. */
export const questionOf = (props: TicketProps, form: Form): Pick<Question, 'open' | 'lots' | 'multiple'> => ({
  open: form.kind === 'limit' && form.target !== '' ? form.target : props.market.now_price,
  lots: format(lotsOf(props, form) ?? amount(UNIT)),
  multiple: String(form.multiple),
});

/** Estimate of a side now; undefined while something is missing. */
export function estimateOf(props: TicketProps, form: Form, side: PositionSide): OrderEstimate | undefined {
  const { market, deal, indexes } = props;
  const index = indexOf(props);
  const lots = lotsOf(props, form);
  const target = form.kind === 'limit' ? priceOf(form.target) : undefined;
  if (index === undefined || lots === undefined || lots === 0n) return undefined;
  if (form.kind === 'limit' && target === undefined) return undefined;
  return estimateOrder(
    { side, mode: form.mode, lots, multiple: form.multiple, index, target },
    termsOf(market),
    accountBefore(deal, indexes, market.id),
  );
}

/** Results of an estimated position at the prices of its take-profit and its stop-loss, after fees; undefined where not set. */
export function stopResults(market: Quotation, form: Form, side: PositionSide, estimate: OrderEstimate) {
  const { quantity, price: open } = estimate;
  const at = (text: string): Amount | undefined => {
    const level = form.withStops ? priceOf(text) : undefined;
    return level && resultAtIndex({ side, quantity, open, level }, termsOf(market));
  };
  return { takeProfit: at(form.takeProfit), stopLoss: at(form.stopLoss) };
}

/** Returns the fields of the call for a side; the stops of the form are prices. */
export const fieldsOf = (form: Form, market: Quotation, side: PositionSide, lots: Amount) => ({
  currency_id: market.currency_id,
  legal_id: market.legal_id,
  type: side === 'long' ? POSITION_SIDE.long : POSITION_SIDE.short,
  status: form.kind === 'market' ? POSITION_KIND.market : POSITION_KIND.limit,
  share: format(lots),
  multiple: form.multiple,
  margin_mode: form.mode,
  ...(form.couponId === null ? {} : { coupon_id: form.couponId }),
  ...(form.kind === 'limit' ? { target_price: form.target } : {}),
  ...(form.withStops && form.takeProfit !== '' ? { target_profit_price: form.takeProfit } : {}),
  ...(form.withStops && form.stopLoss !== '' ? { stop_loss_price: form.stopLoss } : {}),
});
