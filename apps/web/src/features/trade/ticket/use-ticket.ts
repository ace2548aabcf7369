import { UNIT, amount, price } from '@karat/money';
import { useReducer, useState } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { EMPTY_BOOK } from '../book/book.ts';
import type { Book, Level } from '../book/book.ts';
import { bookOf } from '../book/stores.ts';
import { termsOf } from '../market.ts';
import { useDecimals, useFunds } from '../orders/use-own-orders.ts';
import { edit, emptyForm, hasStop, readPrice } from './form.ts';
import type { Edit, Form } from './form.ts';
import { problemOf } from './problems.ts';
import type { Conditions, Problem } from './problems.ts';
import { crosses, summaryOf } from './summary.ts';
import type { Summary } from './summary.ts';

export interface Ticket {
  readonly form: Form;
  readonly change: (edit: Edit) => void;
  readonly conditions: Conditions;
  readonly problem: Problem | null;
  readonly summary: Summary | undefined;
}

/** The form of a market; it starts at the price of the moment. */
export function useForm(market: Quotation): readonly [Form, (edit: Edit) => void] {
  const [terms] = useState(() => termsOf(market));
  return useReducer(
    (form: Form, change: Edit) => edit(form, change, terms),
    market,
    (first) => emptyForm('buy', first.now_price),
  );
}

/** No market has it, so nothing is heard of it. */
const NO_MARKET = 0;

/**
 * The book as far as the form needs it: all of it for market orders. For the others only whether the best price meets the
 * limit, told as a level at that limit: prices come and go ten times a second, and whether they meet it changes rarely.
 */
function useBook(market: Quotation, form: Form): Book {
  const store = bookOf(market.id);
  const whole = form.orderType === 'market';
  const full = useSelected(store, ({ state }) => (whole ? state : EMPTY_BOOK));
  const meets = useSelected(store, ({ state }) => !whole && crosses(form, state));
  if (!meets) return full;
  const level: Level = { price: readPrice(form.price), quantity: amount(UNIT) };
  return form.side === 'buy' ? { bids: [], asks: [level] } : { bids: [level], asks: [] };
}

/** The form read against book, balances and state as they are now. */
export function useTicket(market: Quotation, form: Form, change: (edit: Edit) => void): Ticket {
  const book = useBook(market, form);
  // Only triggers and market orders look at the last price; for the others its moves need no drawing.
  const watches = hasStop(form.orderType) || form.orderType === 'market';
  const last = (useTicker(watches ? market.id : NO_MARKET) ?? market).now_price;
  const funds = useFunds(market.currency_id, market.legal_id);
  const decimals = useDecimals(market.currency_id, market.legal_id);
  const conditions: Conditions = {
    terms: termsOf(market),
    book,
    funds,
    decimals,
    state: market.state,
    last: price(last),
  };
  return {
    form,
    change,
    conditions,
    problem: problemOf(form, conditions),
    summary: summaryOf(form, conditions),
  };
}
