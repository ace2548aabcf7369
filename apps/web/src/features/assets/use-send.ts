import { amount, format } from '@karat/money';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { formatNumber } from '../../lib/format.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { problemOf } from './amount-check.ts';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

/** State of the form; looks up the recipient's masked name, then confirms in one sheet. */
export function useSend(coin: Coin) {
  const t = useText(assetsText);
  const locale = useLocale();
  const [form, setForm] = useState({ to: '', text: '', note: '' });
  const [checked, setChecked] = useState(false);
  const confirmation = useConfirmation();
  const number = form.text;
  const problem = problemOf(number, coin.decimals, amount(coin.change_balance));
  const recipient = form.to.trim();

  /** `to` is the recipient of the lookup; the field may have changed since. */
  const confirm = async (nickname: string, to: string, isFirstPayment: boolean): Promise<void> => {
    const shown = formatNumber(number, { kind: 'full' }, locale);
    const note = form.note.trim();
    const sent = await confirmation.ask({
      title: t('send_title', { amount: shown, coin: coin.name }),
      lines: [
        [t('recipient_is'), `${nickname} · ${to}`],
        ...(note === '' ? [] : [[t('note'), note] as const]),
      ],
      isFirstPayment,
      run: (given, key) =>
        api.post(
          'wallet/send',
          { to, currency_id: coin.id, number, ...(note === '' ? {} : { note }), ...given },
          { quiet: true, key },
        ),
    });
    if (!sent) return;
    toast(t('sent', { nickname: sent.nickname }), 'good');
    setForm({ to: '', text: '', note: '' });
    setChecked(false);
    void invalidate('wallet/sends', 'wallet/send_limits', ...BALANCES);
  };
  const name = useAction('wallet/recipient', {
    onDone: ({ nickname, first_payment }, { to }) => void confirm(nickname, to, first_payment),
  });
  return {
    form,
    confirmation,
    busy: name.isPending,
    set: (field: keyof typeof form, value: string) => setForm({ ...form, [field]: value }),
    all: () => setForm({ ...form, text: format(amount(coin.change_balance)) }),
    problem: checked ? problem : null,
    recipientError: checked && recipient === '' ? t('enter_recipient') : null,
    submit: (): void => {
      setChecked(true);
      if (!problem && recipient !== '') name.mutate({ to: recipient });
    },
  };
}
