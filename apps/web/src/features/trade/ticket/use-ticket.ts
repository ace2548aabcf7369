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

/** The form of a market; starts at the current price. */
export function useForm(market: Quotation): readonly [Form, (edit: Edit) => void] {
  const [terms] = useState(() => termsOf(market));
  return useReducer(
    (form: Form, change: Edit) => edit(form, change, terms),
    market,
    (first) => emptyForm('buy', first.now_price),
  );
}

/** No market has this id, so nothing is received. */
const NO_MARKET = 0;

/**
 * The part of the book that the form needs: all of it for market orders. For others only whether the best price
 * crosses the limit, as one level at that limit: prices change ten times a second, crossing rarely.
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

/** The form checked against the current book, balances and state. */
export function useTicket(market: Quotation, form: Form, change: (edit: Edit) => void): Ticket {
  const book = useBook(market, form);
  // Only triggers and market orders use the last price; others do not re-render for it.
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
