import { ZERO, divDown, minus, plus } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { estimateFill, quoteAmount, takerFee, tradeFee } from '@karat/rules';
import type { FillEstimate } from '@karat/rules';
import type { Book } from '../book/book.ts';
import { buyHoldPrice, hasLimit, readAmount, readPrice } from './form.ts';
import type { Form, Funds, Terms } from './form.ts';

/** Market data and balances for the checks. */
export interface TicketContext {
  readonly terms: Terms;
  readonly book: Book;
  /** Undefined for visitors and until the balances are loaded. */
  readonly funds: Funds | undefined;
  /** Decimals of the smallest unit of base and quote, to which fees round up. */
  readonly decimals: { readonly base: number; readonly quote: number };
}

/** Estimate of an order. */
export interface Summary {
  /** In quote for a buy, in base for a sell: what a waiting order holds, by the current book for a market order. */
  readonly spend: Amount;
  /** In base for a buy, in quote for a sell, before the fee. */
  readonly receive: Amount;
  /** Deducted from what is received. */
  readonly fee: Amount;
  readonly feeRate: Rate;
  /** Whether it would fill at once and pay the taker fee. */
  readonly takes: boolean;
  /** Estimated fill of taker orders. */
  readonly taking: FillEstimate | null;
  /** Available balance after the order, of the currency spent; negative if it is not covered. */
  readonly after: Amount | undefined;
}

const oppositeLevels = (form: Form, book: Book) => (form.side === 'buy' ? book.asks : book.bids);

/** Whether a limit order crosses the best price of the other side. */
export function crosses(form: Form, book: Book): boolean {
  const best = oppositeLevels(form, book)[0]?.price;
  const limit = readPrice(form.price);
  if (best === undefined || limit === 0n) return false;
  return form.side === 'buy' ? limit >= best : limit <= best;
}

function fillEstimateOf(form: Form, { book, terms }: TicketContext): FillEstimate | null {
  const size =
    form.by === 'total' ? { budget: readAmount(form.total) } : { quantity: readAmount(form.amount) };
  if (form.orderType === 'market')
    return estimateFill(oppositeLevels(form, book), { ...size, lot: terms.lot });
  if (form.orderType !== 'limit' || !crosses(form, book)) return null;
  const limit = readPrice(form.price);
  const within = (price: Price): boolean => (form.side === 'buy' ? price <= limit : price >= limit);
  return estimateFill(oppositeLevels(form, book), {
    quantity: readAmount(form.amount),
    within,
    lot: terms.lot,
  });
}

/** Spent and received before the fee. */
function exchange(
  form: Form,
  terms: Terms,
  taking: FillEstimate | null,
): { readonly spend: Amount; readonly receive: Amount } {
  const buys = form.side === 'buy';
  if (form.orderType === 'market') {
    const { quantity, quote } = taking ?? { quantity: ZERO, quote: ZERO };
    return buys ? { spend: quote, receive: quantity } : { spend: quantity, receive: quote };
  }
  const limited = hasLimit(form.orderType);
  const at = readPrice(limited ? form.price : form.stop);
  if (!limited && form.by === 'total') {
    const total = readAmount(form.total);
    const quantity = at === 0n ? ZERO : divDown(total, at);
    return { spend: total, receive: quantity };
  }
  const quantity = readAmount(form.amount);
  if (buys) return { spend: quoteAmount(quantity, buyHoldPrice(form, terms)), receive: quantity };
  // What crosses the book sells at its prices, the rest at the limit.
  const rest = minus(quantity, taking?.quantity ?? ZERO);
  return { spend: quantity, receive: plus(taking?.quote ?? ZERO, quoteAmount(rest, at)) };
}

/** Fee of the order when all of it fills: the taker rate for what crosses the book, the maker rate for what rests. */
function feeOf(
  form: Form,
  { terms, decimals }: TicketContext,
  taking: FillEstimate | null,
  receive: Amount,
): Amount {
  const [received, places] =
    form.side === 'buy' ? (['quantity', decimals.base] as const) : (['quote', decimals.quote] as const);
  if (form.orderType === 'stop_market') return tradeFee(receive, terms.takerFee, places);
  if (taking === null) return tradeFee(receive, terms.makerFee, places);
  const rest = minus(receive, taking[received]);
  return plus(takerFee(taking, received, terms.takerFee, places), tradeFee(rest, terms.makerFee, places));
}

/** Returns the estimate; undefined without a size or price. */
export function summaryOf(form: Form, around: TicketContext): Summary | undefined {
  const taking = fillEstimateOf(form, around);
  const { spend, receive } = exchange(form, around.terms, taking);
  if (spend === 0n || receive === 0n) return undefined;
  const takes = taking !== null || form.orderType === 'stop_market';
  const feeRate = takes ? around.terms.takerFee : around.terms.makerFee;
  const buys = form.side === 'buy';
  const fee = feeOf(form, around, taking, receive);
  const available = around.funds?.[buys ? 'quote' : 'base'];
  const after = available === undefined ? undefined : minus(available, spend);
  return { spend, receive, fee, feeRate, takes, taking, after };
}
