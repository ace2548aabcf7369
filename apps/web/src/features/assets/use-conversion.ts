import { amount } from '@karat/money';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { typed } from '../../lib/typed.ts';
import { estimate, mostOf } from './conversion.ts';
import type { Rates } from './conversion.ts';
import { problemOf, readAmount } from './entered.ts';
import { assetsText } from './text.ts';

export type Coin = AllReplies['currency/user_currency_list'][number];

/** Prices move: they are asked for again so often while the screen is open. */
const RATES_MS = 3_000;

/** What the form holds, what it would come to, and the call. */
export function useConversion(from: Coin, to: Coin) {
  const t = useText(assetsText);
  const [text, setText] = useState('');
  const locale = useLocale();
  const entered = typed(text, locale);
  const [checked, setChecked] = useState(false);
  const [asking, setAsking] = useState(false);
  const quote = usePost(
    'user/getTransferFee',
    { from_currency_id: from.id, to_currency_id: to.id },
    { everyMs: RATES_MS },
  );
  const rates: Rates | null = quote.data
    ? { from: quote.data.form_price, to: quote.data.to_price, fee: quote.data.fee }
    : null;
  const most = mostOf(amount(from.change_balance), rates?.fee ?? '0', from.decimals);
  const problem = problemOf(entered, from.decimals, most);
  const given = readAmount(entered) ?? amount('0');
  const sum = rates && estimate(given, rates, { from: from.decimals, to: to.decimals });
  const convert = useAction('user/Transfer', {
    outdates: [
      'currency/user_currency_list',
      'wallet/list',
      'user/getTransferList',
      'wallet/bills',
      'wallet/detail',
    ],
    onDone: ({ received }) => {
      const shown = formatNumber(received, { kind: 'full' }, locale);
      toast(t('converted', { amount: shown, coin: to.name }), 'good');
      setText('');
      setChecked(false);
      setAsking(false);
    },
    onRefused: () => setAsking(false),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!problem && rates) setAsking(true);
  };
  return {
    ...{ text, setText, given, rates, sum, asking, submit },
    most,
    problem: checked ? problem : null,
    quoteError: quote.error,
    busy: convert.isPending,
    withdraw: () => setAsking(false),
    confirm: () => convert.mutate({ number: entered, from_currency_id: from.id, to_currency_id: to.id }),
  };
}

export type Conversion = ReturnType<typeof useConversion>;
