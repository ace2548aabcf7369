import { ZERO, min, minus, mulDown, mulUp } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { Book } from '../book/book.ts';
import { hasLimit, readAmount, readPrice } from './form.ts';
import type { Form, Funds, Terms } from './form.ts';
import { estimateFill } from './fill-estimate.ts';
import type { FillEstimate } from './fill-estimate.ts';

/** What the ticket is read against. */
export interface TicketContext {
  readonly terms: Terms;
  readonly book: Book;
  /** None while nobody is logged in or the balances have not come. */
  readonly funds: Funds | undefined;
  /** Decimals of the smallest unit of base and quote, which fees are rounded up to. */
  readonly decimals: { readonly base: number; readonly quote: number };
}

/** What an order will cost and bring, as far as it can be known before. */
export interface Summary {
  /** In quote for a buy, in base for a sell: at most for a limit, by the present book for the rest. */
  readonly spend: Amount;
  /** In base for a buy, in quote for a sell, before the fee. */
  readonly receive: Amount;
  /** Taken from what is received. */
  readonly fee: Amount;
  readonly feeRate: Rate;
  /** Whether it would trade at once: then the taker's rate. */
  readonly takes: boolean;
  /** What the present book gives, for orders that take. */
  readonly taking: FillEstimate | null;
  /** Available balance afterwards of what is spent; below zero if it is not enough. */
  readonly after: Amount | undefined;
}

const oppositeLevels = (form: Form, book: Book) => (form.side === 'buy' ? book.asks : book.bids);

/** Whether a limit order meets the best price on the other side. */
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
    const quantity = at === 0n ? ZERO : (((total * 10n ** 10n) / at) as Amount);
    return { spend: total, receive: quantity };
  }
  const quantity = readAmount(form.amount);
  const quote = mulDown(quantity, at);
  return buys ? { spend: quote, receive: quantity } : { spend: quantity, receive: quote };
}

/** What the order says before it is sent; undefined while it has no size or no price. */
export function summaryOf(form: Form, around: TicketContext): Summary | undefined {
  const taking = fillEstimateOf(form, around);
  const { spend, receive } = exchange(form, taking);
  if (spend === 0n || receive === 0n) return undefined;
  const takes = taking !== null || form.orderType === 'stop_market';
  const feeRate = takes ? around.terms.takerFee : around.terms.makerFee;
  const buys = form.side === 'buy';
  const fee = min(mulUp(receive, feeRate, around.decimals[buys ? 'base' : 'quote']), receive);
  const available = around.funds?.[buys ? 'quote' : 'base'];
  const after = available === undefined ? undefined : minus(available, spend);
  return { spend, receive, fee, feeRate, takes, taking, after };
}
