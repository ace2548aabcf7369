import { ZERO, format } from '@karat/money';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { formatNumber } from '../../lib/format.ts';
import { withLogin } from '../../lib/navigation.ts';
import { invalidate } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { estimateLoan, problemOf, typedAmount } from './estimate.ts';
import type { CollateralLine, Config, Draft, LoanEstimate } from './estimate.ts';
import { loansText } from './text.ts';

const PURPOSE_MIN = 3;
const USDT = 3;
const BTC = 1;
const EMPTY: Draft = { currency: USDT, amount: '', days: '30', collateral: [{ currency: BTC, text: '' }] };

/** Asks for the confirmation of an application and sends it; returns true once it is sent. */
function useSubmission(config: Config) {
  const t = useText(loansText);
  const locale = useLocale();
  const confirmation = useConfirmation();
  const nameOf = (id: number): string => config.currencies.find((each) => each.id === id)?.name ?? '';
  const full = (text: string): string => formatNumber(text, { kind: 'full' }, locale);

  const submit = async (draft: Draft, purpose: string, terms: LoanEstimate['terms']): Promise<boolean> => {
    const value = format(typedAmount(draft.amount) ?? ZERO);
    const name = nameOf(draft.currency);
    const lines = draft.collateral.flatMap(({ currency, text }) => {
      const held = typedAmount(text);
      return held === undefined ? [] : [{ currency, amount: format(held) }];
    });
    const sent = await confirmation.ask({
      title: t('confirm_title', { amount: full(value), currency: name }),
      lines: [
        [t('days'), draft.days.trim()],
        [t('collateral'), lines.map((line) => `${full(line.amount)} ${nameOf(line.currency)}`).join(', ')],
        ...(terms ? [[t('due_total'), `${full(format(terms.dueTotal))} ${name}`] as const] : []),
        [t('worst_short'), t('worst_line', { percent: config.liquidation_percent })],
      ],
      run: (given, key) =>
        api.post(
          'loan/apply',
          {
            currency_id: draft.currency,
            amount: value,
            days: draft.days.trim(),
            purpose,
            collateral: lines.map((line) => `${line.currency}:${line.amount}`).join(','),
            ...given,
          },
          { quiet: true, key },
        ),
    });
    if (!sent) return false;
    toast(t('applied'), 'good');
    void invalidate('loan/list', 'loan/config', ...BALANCES);
    return true;
  };
  return { confirmation, submit };
}

/** State of the application form; one sheet confirms it with the pay password. */
export function useApplication(config: Config) {
  const [draft, setDraft] = useState(EMPTY);
  const [purpose, setPurpose] = useState('');
  const [checked, setChecked] = useState(false);
  const { confirmation, submit } = useSubmission(config);
  const estimate = estimateLoan(config, draft);
  const problem = estimate && problemOf(config, draft, estimate);
  const purposeShort = purpose.trim().length < PURPOSE_MIN;

  const send = async (): Promise<void> => {
    if (!(await submit(draft, purpose.trim(), estimate?.terms))) return;
    setDraft(EMPTY);
    setPurpose('');
    setChecked(false);
  };

  const setLine = (at: number, line: Partial<CollateralLine>): void =>
    setDraft({
      ...draft,
      collateral: draft.collateral.map((each, index) => (index === at ? { ...each, ...line } : each)),
    });
  return {
    draft,
    set: (more: Partial<Draft>): void => setDraft({ ...draft, ...more }),
    setLine,
    addLine: (currency: number): void =>
      setDraft({ ...draft, collateral: [...draft.collateral, { currency, text: '' }] }),
    removeLine: (at: number): void =>
      setDraft({ ...draft, collateral: draft.collateral.filter((_, index) => index !== at) }),
    purpose,
    setPurpose,
    purposeShort: checked && purposeShort,
    estimate,
    problem: checked ? problem : undefined,
    confirmation,
    submit: (): void => {
      setChecked(true);
      if (estimate && problem === undefined && !purposeShort) withLogin(() => void send());
    },
  };
}
