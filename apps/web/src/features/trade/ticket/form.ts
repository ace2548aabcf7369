import {
  amount,
  divDown,
  floorToStep,
  format,
  isMultipleOf,
  mulDown,
  parse,
  percentOf,
  price,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { holdPrice } from '@karat/rules';
import type { OrderType, TimeInForce } from '@karat/contract';

export type Side = 'buy' | 'sell';

/** Trading rules of a market. */
export interface Terms {
  readonly tick: Price;
  readonly lot: Amount;
  readonly minNotional: Amount;
  /** Allowed distance of a fill from its trigger. */
  readonly band: Rate;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
}

/** Input of the ticket; numbers are text as typed. */
export interface Form {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: string;
  /** The price that the form was filled in with; the same as `price` until that is changed. */
  readonly filledIn: string;
  readonly stop: string;
  readonly amount: string;
  readonly total: string;
  /** Which of amount and total was typed; the other is derived from the price. */
  readonly by: 'amount' | 'total';
  /** Slider position in percent of the balance; 0 once an amount was typed. */
  readonly share: number;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
}

/** Available balance of each side, in the currency it pays with. */
export interface Funds {
  readonly base: Amount;
  readonly quote: Amount;
}

export type Edit =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'type'; readonly orderType: OrderType }
  | { readonly type: 'price' | 'stop' | 'amount' | 'total'; readonly text: string }
  /** One tick or lot up or down. */
  | { readonly type: 'step'; readonly field: 'price' | 'stop' | 'amount'; readonly up: boolean }
  | { readonly type: 'by'; readonly by: Form['by'] }
  | { readonly type: 'share'; readonly percent: number; readonly funds: Funds }
  | { readonly type: 'time_in_force'; readonly timeInForce: TimeInForce }
  | { readonly type: 'post_only'; readonly on: boolean }
  /** A price was picked from the book. */
  | { readonly type: 'pick'; readonly price: string }
  /** The order was placed: price and type stay for the next one. */
  | { readonly type: 'placed' };

export const emptyForm = (side: Side, at: string): Form => ({
  side,
  orderType: 'limit',
  price: at,
  filledIn: at,
  stop: '',
  amount: '',
  total: '',
  by: 'amount',
  share: 0,
  timeInForce: 'GTC',
  postOnly: false,
});

/**
 * The form of a visit of the market: the draft of the last one. Where no size and no price was typed, its price is the
 * current one.
 */
export function resumeForm(draft: Form | undefined, at: string): Form {
  if (!draft) return emptyForm('buy', at);
  const isTyped =
    draft.amount !== '' || draft.total !== '' || draft.stop !== '' || draft.price !== draft.filledIn;
  return isTyped ? draft : { ...draft, price: at, filledIn: at };
}

export const hasLimit = (type: OrderType): boolean =>
  type === 'limit' || type === 'stop_limit' || type === 'oco';
export const hasStop = (type: OrderType): boolean =>
  type === 'stop_limit' || type === 'stop_market' || type === 'oco';
/** Order types that may be sized in quote: market orders, and stop-market buys. */
export const mayByTotal = ({ orderType, side }: Pick<Form, 'orderType' | 'side'>): boolean =>
  orderType === 'market' || (orderType === 'stop_market' && side === 'buy');
export const mayTimeInForce = (type: OrderType): boolean => type === 'limit' || type === 'stop_limit';
export const mayPostOnly = ({ orderType, timeInForce }: Pick<Form, 'orderType' | 'timeInForce'>): boolean =>
  orderType === 'limit' && timeInForce === 'GTC';

export const decimalsIn = (step: Amount | Price): number => format(step).split('.')[1]?.length ?? 0;
/** Decimals of a whole number of ticks times lots. */
export const totalDecimals = ({ tick, lot }: Terms): number =>
  Math.min(10, decimalsIn(tick) + decimalsIn(lot));

/** Returns plain decimal text without leading zeros, cut to `decimals`; empty for text that is not an amount. */
export function cleaned(text: string, decimals: number): string {
  if (!/^[0-9]*\.?[0-9]*$/.test(text)) return '';
  const [whole = '', ...rest] = text.split('.');
  const digits = whole.replace(/^0+(?=[0-9])/, '').slice(0, 17);
  if (rest.length === 0 || decimals === 0) return digits;
  return `${digits === '' ? '0' : digits}.${rest.join('').slice(0, decimals)}`;
}

const read = (text: string): bigint => parse(text.replace(/\.$/, '')) ?? 0n;
/** Parses an amount; 0 for empty text. */
export const readAmount = (text: string): Amount => amount(read(text));
export const readPrice = (text: string): Price => price(read(text));

const text = (value: Amount): string => (value === 0n ? '' : format(value));
const wholeLots = (value: Amount, { lot }: Terms): Amount => floorToStep(value, lot);

/** The price at which a waiting buy holds its cost; zero until its prices are entered. */
export function buyHoldPrice(form: Form, { band, tick }: Terms): Price {
  const limit = hasLimit(form.orderType) ? readPrice(form.price) : undefined;
  const trades = form.orderType === 'stop_market' || form.orderType === 'oco';
  return holdPrice({ limit, marketTrigger: trades ? readPrice(form.stop) : undefined }, band, tick);
}

/** The price of the total: what a pair holds at, else the limit; zero without one. */
export function effectivePrice(form: Form, terms: Terms): Price {
  if (form.orderType === 'oco' && form.side === 'buy') return buyHoldPrice(form, terms);
  if (hasLimit(form.orderType)) return readPrice(form.price);
  return price('0');
}

/** Recomputes the derived field; without a price it is empty. */
function deriveOther(form: Form, terms: Terms): Form {
  if (!hasLimit(form.orderType))
    return form.by === 'amount' ? { ...form, total: '' } : { ...form, amount: '' };
  const at = effectivePrice(form, terms);
  if (form.by === 'amount') {
    return { ...form, total: at === 0n ? '' : text(mulDown(readAmount(form.amount), at)) };
  }
  return { ...form, amount: at === 0n ? '' : text(wholeLots(divDown(readAmount(form.total), at), terms)) };
}

function stepBy(form: Form, field: 'price' | 'stop' | 'amount', up: boolean, terms: Terms): Form {
  const step: bigint = field === 'amount' ? terms.lot : terms.tick;
  const now = read(form[field]);
  // A value between two steps moves to the next one in that direction.
  const below = now - (now % step);
  const next = up ? below + step : isMultipleOf(now, step) ? now - step : below;
  return { ...form, [field]: next > 0n ? format(amount(next)) : '' };
}

/** Sets the percentage of the balance as amount or total, whichever the side pays with. */
function applyPercent(form: Form, percent: number, funds: Funds, terms: Terms): Form {
  const part = (of: Amount): Amount => percentOf(of, percent);
  if (form.side === 'sell') {
    return { ...form, by: 'amount', share: percent, amount: text(wholeLots(part(funds.base), terms)) };
  }
  const unit = 10n ** BigInt(10 - totalDecimals(terms));
  const budget = part(funds.quote);
  return { ...form, by: 'total', share: percent, total: text(floorToStep(budget, unit)) };
}

/** Resets choices that the new order type does not support. */
function normalise(form: Form): Form {
  const timeInForce = mayTimeInForce(form.orderType) ? form.timeInForce : 'GTC';
  const postOnly = form.postOnly && mayPostOnly({ ...form, timeInForce });
  const by = hasLimit(form.orderType) || mayByTotal(form) ? form.by : 'amount';
  return { ...form, timeInForce, postOnly, by };
}

function withTypedValue(
  form: Form,
  field: 'price' | 'stop' | 'amount' | 'total',
  raw: string,
  terms: Terms,
): Form {
  switch (field) {
    case 'price':
    case 'stop':
      return { ...form, [field]: cleaned(raw, decimalsIn(terms.tick)) };
    case 'amount':
      return { ...form, by: 'amount', share: 0, amount: cleaned(raw, decimalsIn(terms.lot)) };
    case 'total':
      return { ...form, by: 'total', share: 0, total: cleaned(raw, totalDecimals(terms)) };
  }
}

/** A market buy is sized in quote, a market sell in base. */
const usualBy = ({ orderType, side }: Form): Form['by'] =>
  orderType === 'market' && side === 'buy' ? 'total' : 'amount';

function edited(form: Form, edit: Edit, terms: Terms): Form {
  switch (edit.type) {
    case 'side': {
      const next = { ...form, side: edit.side, share: 0 };
      return form.orderType === 'market' ? { ...next, by: usualBy(next), amount: '', total: '' } : next;
    }
    case 'type': {
      const next = { ...form, orderType: edit.orderType };
      return edit.orderType === 'market'
        ? { ...next, by: usualBy(next), amount: '', total: '', share: 0 }
        : next;
    }
    case 'price':
    case 'stop':
    case 'amount':
    case 'total':
      return withTypedValue(form, edit.type, edit.text, terms);
    case 'step':
      if (edit.field !== 'amount') return stepBy(form, edit.field, edit.up, terms);
      return { ...stepBy(form, 'amount', edit.up, terms), by: 'amount', share: 0 };
    case 'by':
      return { ...form, by: edit.by, share: 0, amount: '', total: '' };
    case 'share':
      return applyPercent(form, edit.percent, edit.funds, terms);
    case 'time_in_force':
      return { ...form, timeInForce: edit.timeInForce };
    case 'post_only':
      return { ...form, postOnly: edit.on };
    case 'pick':
      if (hasLimit(form.orderType)) return { ...form, price: edit.price };
      return form.orderType === 'stop_market' ? { ...form, stop: edit.price } : form;
    case 'placed':
      return { ...form, filledIn: form.price, amount: '', total: '', share: 0 };
  }
}

/** Reducer of the ticket, for any market's rules. */
export const edit = (form: Form, change: Edit, terms: Terms): Form =>
  deriveOther(normalise(edited(form, change, terms)), terms);
