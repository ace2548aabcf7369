import { price } from '@karat/money';
import { useReducer, useState } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { EMPTY_BOOK } from '../book/book.ts';
import type { Book } from '../book/book.ts';
import { bookOf } from '../book/stores.ts';
import { termsOf } from '../market.ts';
import { useDecimals, useFunds } from '../orders/use-own-orders.ts';
import { openDrafts, useDraft } from '../../../lib/drafts.ts';
import { edit, hasStop, resumeForm } from './form.ts';
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

const spotDrafts = openDrafts<Form>();

/** The form of a market: as it was left, otherwise at the current price. */
export function useForm(market: Quotation): readonly [Form, (edit: Edit) => void] {
  const [terms] = useState(() => termsOf(market));
  const [form, change] = useReducer(
    (form: Form, change: Edit) => edit(form, change, terms),
    market,
    ({ id, now_price }) => resumeForm(spotDrafts.of(id), now_price),
  );
  useDraft(spotDrafts, market.id, form);
  return [form, change];
}

/** No market has this id, so nothing is received. */
const NO_MARKET = 0;

/**
 * The book that the form needs: for market orders and limit orders that cross it. Others do not re-render when it changes, ten times
 * a second.
 */
function useBook(market: Quotation, form: Form): Book {
  const store = bookOf(market.id);
  const whole = form.orderType === 'market';
  return useSelected(store, ({ state }) => (whole || crosses(form, state) ? state : EMPTY_BOOK));
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
