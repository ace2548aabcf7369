import { amount, format } from '@karat/money';
import { spendingProblem } from '../../lib/amount-problem.ts';
import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

/** Maps refusal codes to fields. */
const REFUSED = {
  recipient_unknown: 'to',
  recipient_self: 'to',
  recipient_frozen: 'to',
  insufficient_balance: 'text',
  amount_too_precise: 'text',
  send_over_limit: 'text',
} as const;

/** State of the form; looks up the recipient's masked name, then confirms in one sheet. */
export function useSend(coin: Coin) {
  const t = useText(assetsText);
  const locale = useLocale();
  const { form, at, check, checked, shows, action, error } = useFormState(
    { to: '', text: '', note: '' },
    REFUSED,
    { number: 'text' },
  );
  const confirmation = useConfirmation();
  const number = form.text;
  const problem = spendingProblem(number, coin.decimals, amount(coin.change_balance));
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
      isOfForm: shows,
      onRefused: action.onRefused,
      run: (given, key) =>
        api.post(
          'wallet/send',
          { to, currency_id: coin.id, number, ...(note === '' ? {} : { note }), ...given },
          { quiet: true, key },
        ),
    });
    if (!sent) return;
    toast(t('sent', { nickname: sent.nickname }), 'good');
    for (const field of ['to', 'text', 'note'] as const) at(field).onValue('');
    check(false);
    void invalidate('wallet/sends', 'wallet/send_limits', ...BALANCES);
  };
  const name = useAction('wallet/recipient', {
    ...action,
    onDone: ({ nickname, first_payment }, { to }) => void confirm(nickname, to, first_payment),
  });
  return {
    form,
    confirmation,
    busy: name.isPending,
    at,
    all: () => at('text').onValue(format(amount(coin.change_balance))),
    problem: checked ? problem : null,
    recipientError: at('to').errorFor(recipient === '' ? t('enter_recipient') : null),
    error,
    submit: (): void => {
      check();
      if (!problem && recipient !== '') name.mutate({ to: recipient });
    },
  };
}
