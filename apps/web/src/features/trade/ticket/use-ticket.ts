import { UNIT, amount, price } from '@karat/money';
import { useReducer, useState } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { EMPTY_BOOK } from '../book/book.ts';
import type { Book, Level } from '../book/book.ts';
import { bookOf } from '../book/stores.ts';
import { termsOf } from '../market.ts';
import { useDecimals, useFunds } from '../orders/live.ts';
import { edit, emptyForm, hasStop } from './form.ts';
import type { Edit, Form } from './form.ts';
import { problemOf } from './problems.ts';
import type { Conditions, Problem } from './problems.ts';
import { summaryOf } from './summary.ts';
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

const levels = (at: string | undefined): readonly Level[] =>
  at === undefined || at === '' ? [] : [{ price: price(BigInt(at)), quantity: amount(UNIT) }];

/** The book as far as the form needs it: all of it for market orders, else only the best prices, which change less often. */
function useBook(market: Quotation, form: Form): Book {
  const store = bookOf(market.id);
  const whole = form.orderType === 'market';
  const full = useSelected(store, ({ state }) => (whole ? state : EMPTY_BOOK));
  const best = useSelected(
    store,
    ({ state }) => `${state.bids[0]?.price ?? ''}:${state.asks[0]?.price ?? ''}`,
  );
  if (whole) return full;
  const [bid, ask] = best.split(':');
  return { bids: levels(bid), asks: levels(ask) };
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
    ...{ terms: termsOf(market), book, funds, decimals },
    ...{ state: market.state, last: price(last) },
  };
  return {
    ...{ form, change, conditions },
    problem: problemOf(form, conditions),
    summary: summaryOf(form, conditions),
  };
}
