import { useState } from 'react';
import { typedAmount } from '../../lib/amount-problem.ts';
import { useFormState } from '../../lib/form-state.ts';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import { saleTimes } from './resell.ts';
import type { Sale, SaleForm } from './resell.ts';
import type { Currency } from './SaleParts.tsx';
import { nftText } from './text.ts';

type Times = Pick<SaleForm, 'way' | 'startIn' | 'hours'>;
const FIRST: Times = { way: 'fixed', startIn: '0', hours: '168' };

/** State of the form that lists a work, and the call. */
export function useSale(code: string, currency: Currency) {
  const t = useText(nftText);
  const problemText = useProblemText(currency.name);
  const [times, setTimes] = useState(FIRST);
  const [asked, setAsked] = useState<Sale | null>(null);
  const { form, check, at, action, error } = useFormState(
    { price: '', increment: '' },
    { nft_price_invalid: 'price', amount_too_precise: 'price' },
  );
  const selling = useAction('bind_box/resellNFT', {
    ...action,
    invalidates: ['bind_box/getBoxDetail', 'bind_box/getBoxList', 'bind_box/getMyNFTs'],
    onDone: () => toast(t('listed_now'), 'good'),
    onSuccessNavigate: () => go.replace('/pages/nft/mine', { tab: 'listed' }),
    onRefused: (refusal) => {
      setAsked(null);
      action.onRefused(refusal);
    },
  });
  const isAuction = times.way === 'auction';
  const problems = {
    price: typedAmount(form.price, currency.decimals).problem,
    increment: isAuction ? typedAmount(form.increment, currency.decimals).problem : null,
  };
  const fieldOf = (name: 'price' | 'increment') => {
    const { value, onValue, errorFor } = at(name);
    const problem = problems[name];
    return {
      value,
      onValue,
      error: errorFor(problem?.type === 'enter_amount' ? t('enter_price') : problemText(problem)),
    };
  };
  return {
    form: { ...form, ...times },
    isAuction,
    changeTimes: (change: Partial<Times>): void => setTimes({ ...times, ...change }),
    fieldOf,
    asked,
    error,
    busy: selling.isPending,
    ask: (): void => {
      check();
      if (problems.price !== null || problems.increment !== null) return;
      const { start, end } = saleTimes(times, Date.now());
      setAsked({
        code,
        price: form.price,
        currency_id: currency.id,
        end_time: end,
        ...(start === undefined ? {} : { start_time: start }),
        ...(isAuction ? { per_increase: form.increment } : {}),
      });
    },
    close: (): void => setAsked(null),
    send: (): void => {
      if (asked) selling.mutate(asked);
    },
  };
}
