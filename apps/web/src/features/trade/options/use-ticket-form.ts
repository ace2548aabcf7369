import { OPTION_DIRECTION } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { toast } from '../../../lib/toast.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { problemOf, stakeRange } from './form.ts';
import type { Duration, Payable } from './form.ts';
import { openDrafts, useDraft } from '../../../lib/drafts.ts';
import { onOptionEvent, invalidateOptions } from './use-own-options.ts';
import { optionsText } from './text.ts';
import { amountText } from '../../../ui/amount/index.ts';

interface Draft {
  readonly seconds: number;
  readonly currency: number;
  readonly stake: string;
}
const optionDrafts = openDrafts<Draft>();

/** What is entered: as it was left, otherwise as given. */
function useOptionDraft({ id }: Quotation, first: Draft): readonly [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => optionDrafts.of(id) ?? first);
  useDraft(optionDrafts, id, draft);
  return [draft, (change) => setDraft((old) => ({ ...old, ...change }))];
}

/** Input of the ticket, checked against the current terms; undefined without a duration or a currency. */
export function useTicketForm(
  market: Quotation,
  durations: readonly Duration[],
  payables: readonly Payable[],
) {
  const t = useText(optionsText);
  const words = useText(amountText);
  const locale = useLocale();
  const [{ seconds, currency, stake }, set] = useOptionDraft(market, {
    seconds: durations[0]?.seconds ?? 0,
    currency: payables[0]?.id ?? 0,
    stake: '100',
  });
  const [tried, setTried] = useState(false);
  const refused = useServerErrors<'stake'>({
    byCode: { insufficient_balance: 'stake' },
    byName: (name) => (name === 'number' ? 'stake' : undefined),
  });
  const submit = useAction('microtrade/submit', {
    quiet: true,
    onRefused: refused.onRefused,
    onDone: (order) => {
      onOptionEvent(order);
      invalidateOptions();
      toast(
        t('taken', {
          direction: t(order.type === OPTION_DIRECTION.up ? 'up' : 'down'),
          stake: formatNumber(order.number, { kind: 'full' }, locale),
          currency: order.currency_name,
        }),
      );
    },
  });
  const duration = durations.find((row) => row.seconds === seconds) ?? durations[0];
  const payable = payables.find((row) => row.id === currency) ?? payables[0];
  if (!duration || !payable) return undefined;
  const problem = problemOf(stake, duration, payable);
  // An insufficient balance is shown with the way to fill it, not at the field.
  const isShort = problem === 'short';
  const shown = problem === 'between' || (tried && !isShort) ? problem : undefined;
  const { min, max } = stakeRange(duration, payable);
  const shownAmount = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const range = { min: shownAmount(min), max: shownAmount(max), currency: payable.name };
  const take = (type: NumberOf<typeof OPTION_DIRECTION>): void => {
    setTried(true);
    refused.forget();
    if (problem) return;
    const chosen = { match_id: market.id, currency_id: payable.id, type, seconds: duration.seconds };
    submit.mutate({ ...chosen, number: stake });
  };
  const own = shown && (shown === 'between' ? t('between', range) : words('enter_amount'));
  const error = own ?? refused.errorOf('stake') ?? undefined;
  const change = (text: string): void => {
    refused.forget();
    set({ stake: text });
  };
  return {
    duration,
    payable,
    stake,
    error,
    isShort,
    refused: refused.error,
    take,
    setSeconds: (chosen: number): void => set({ seconds: chosen }),
    setCurrency: (chosen: number): void => set({ currency: chosen }),
    setStake: change,
    busy: submit.isPending,
  };
}
