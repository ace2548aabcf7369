import { amount, format } from '@karat/money';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { queryClient, useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { typed } from '../../lib/typed.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { problemOf } from './entered.ts';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

const OUTDATED = [
  'wallet/list',
  'wallet/sends',
  'wallet/send_limits',
  'wallet/bills',
  'wallet/detail',
  'currency/user_currency_list',
] as const;

/** What the form holds; the recipient's masked name is asked for, then everything is confirmed in one sheet. */
export function useSend(coin: Coin) {
  const t = useText(assetsText);
  const locale = useLocale();
  const [form, setForm] = useState({ to: '', text: '', note: '' });
  const [checked, setChecked] = useState(false);
  const confirmation = useConfirmation();
  const number = typed(form.text, locale);
  const problem = problemOf(number, coin.decimals, amount(coin.change_balance));
  const to = form.to.trim();

  const confirm = async (nickname: string): Promise<void> => {
    const shown = formatNumber(number, { kind: 'full' }, locale);
    const note = form.note.trim();
    const sent = await confirmation.ask({
      title: t('send_title', { amount: shown, coin: coin.name }),
      lines: [
        [t('recipient_is'), `${nickname} · ${to}`],
        ...(note === '' ? [] : [[t('note'), note] as const]),
      ],
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
    for (const path of OUTDATED) void queryClient.invalidateQueries({ queryKey: [path] });
  };
  const name = useAction('wallet/recipient', { onDone: ({ nickname }) => void confirm(nickname) });
  return {
    form,
    confirmation,
    busy: name.isPending,
    set: (field: keyof typeof form, value: string) => setForm({ ...form, [field]: value }),
    all: () => setForm({ ...form, text: format(amount(coin.change_balance)) }),
    problem: checked ? problem : null,
    recipientError: checked && to === '' ? t('enter_recipient') : null,
    submit: (event: FormEvent): void => {
      event.preventDefault();
      setChecked(true);
      if (problem || to === '') return;
      name.mutate({ to });
    },
  };
}
