import { amount, parseAmount } from '@karat/money';
import { useEffect, useState } from 'react';
import { spendingProblem } from '../../lib/amount-problem.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { estimate, maxOf } from './conversion.ts';
import type { Rates } from './conversion.ts';
import { assetsText } from './text.ts';

export type Coin = AllReplies['currency/user_currency_list'][number];
export type LockedQuote = AllReplies['user/getTransferQuote'];

/** Maps refusal codes to fields. */
const REFUSED = {
  insufficient_balance: 'amount',
  amount_too_precise: 'amount',
  amount_below_minimum: 'amount',
} as const;

const EMPTY = { amount: '' };
const REQUEST_NAMES = { number: 'amount' } as const;

/** Poll interval of the prices while the screen is open. */
const RATES_MS = 3_000;
const SECOND_MS = 1_000;

/** Remaining seconds of a quote, by this device's clock since receipt; also right after the app was suspended. */
export function useSecondsLeft(quote: LockedQuote): number {
  const [ends] = useState(() => Date.now() + quote.lives_ms);
  const [left, setLeft] = useState(Math.floor(quote.lives_ms / SECOND_MS));
  useEffect(() => {
    const update = (): void => setLeft(Math.max(0, Math.floor((ends - Date.now()) / SECOND_MS)));
    const timer = setInterval(update, SECOND_MS);
    return () => clearInterval(timer);
  }, [ends]);
  return left;
}

const ratesOf = (reply: AllReplies['user/getTransferFee']): Rates => ({
  from: reply.form_price,
  to: reply.to_price,
  fee: reply.fee,
});

/** State of the form: input, estimate, locked quote, and the call. */
export function useConversion(from: Coin, to: Coin) {
  const t = useText(assetsText);
  const { form, at, check, checked, action, error, forget } = useFormState(EMPTY, REFUSED, REQUEST_NAMES);
  const text = form.amount;
  const setText = at('amount').onValue;
  const locale = useLocale();
  const [quote, setQuote] = useState<LockedQuote | null>(null);
  const pair = { from_currency_id: from.id, to_currency_id: to.id };
  const prices = usePost('user/getTransferFee', pair, { everyMs: RATES_MS });
  const rates = prices.data ? ratesOf(prices.data) : null;
  const max = maxOf(amount(from.change_balance), rates?.fee ?? '0', from.decimals);
  const problem = spendingProblem(text, from.decimals, max);
  const given = parseAmount(text) ?? amount('0');
  const sum = rates && estimate(given, rates, { from: from.decimals, to: to.decimals });
  const lock = useAction('user/getTransferQuote', {
    quiet: true,
    onDone: setQuote,
    onRefused: (refusal) => {
      if (refusal.kind === 'error') setQuote(null);
      action.onRefused(refusal);
    },
  });
  const convert = useAction('user/Transfer', {
    quiet: true,
    invalidates: ['user/getTransferList', ...BALANCES],
    onDone: ({ received }) => {
      const shown = formatNumber(received, { kind: 'full' }, locale);
      toast(t('converted', { amount: shown, coin: to.name }), 'good');
      setText('');
      check(false);
      setQuote(null);
    },
    // After a lost answer the same conversion is sent again: a new price would make it another one.
    onRefused: (refusal) => {
      if (refusal.code === 'quote_moved' && quote) {
        toast(refusal.message, 'bad');
        lock.mutate({ ...pair, number: quote.number });
        return;
      }
      if (refusal.kind !== 'network') setQuote(null);
      action.onRefused(refusal);
    },
  });
  const askPrice = (): void => lock.mutate({ ...pair, number: text });
  return {
    text,
    setText,
    rates,
    sum,
    quote,
    askPrice,
    max,
    submit: (): void => {
      check();
      if (!problem && rates) askPrice();
    },
    problem: checked ? problem : null,
    refusal: at('amount').errorFor(null),
    error,
    quoteError: prices.error,
    locking: lock.isPending,
    busy: convert.isPending,
    /** The request at this price was sent without an answer. */
    unanswered: convert.isError && convert.variables.quote_id === quote?.quote_id,
    withdraw: () => setQuote(null),
    confirm: (locked: LockedQuote) => {
      forget();
      convert.mutate({ ...pair, number: locked.number, quote_id: locked.quote_id });
    },
  };
}

export type Conversion = ReturnType<typeof useConversion>;
