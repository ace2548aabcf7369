import { sha256Hex } from '@karat/evidence';
import { amount, format } from '@karat/money';
import { GIFT_CODE_LENGTH, giftCodeFrom } from '@karat/rules';
import { useState } from 'react';
import { spendingProblem } from '../../lib/amount-problem.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { invalidate } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

/** Maps refusal codes to fields. */
const REFUSED = {
  insufficient_balance: 'text',
  amount_too_precise: 'text',
  send_over_limit: 'text',
} as const;

/** Days until an unclaimed gift returns. */
export const GIFT_DAYS = ['1', '3', '7', '14', '30'] as const;
export type GiftDays = (typeof GIFT_DAYS)[number];

/** A created gift with its code, which only this screen has. */
export interface CreatedGift {
  readonly gift: AllReplies['gift/create'];
  readonly code: string;
}

const newCode = (): string => giftCodeFrom(crypto.getRandomValues(new Uint8Array(GIFT_CODE_LENGTH)));

/** State of the form. The code is created here and never sent: the server stores its hash. */
export function useGift(coin: Coin) {
  const t = useText(assetsText);
  const locale = useLocale();
  const { form, at, check, checked, shows, action, error } = useFormState({ text: '', note: '' }, REFUSED, {
    number: 'text',
  });
  const [days, setDays] = useState<GiftDays>('7');
  const [created, setCreated] = useState<CreatedGift | null>(null);
  const confirmation = useConfirmation();
  const number = form.text;
  const problem = spendingProblem(number, coin.decimals, amount(coin.change_balance));

  const confirm = async (): Promise<void> => {
    const note = form.note.trim();
    // One code for all attempts of the confirmation: a repeated request has the same hash.
    const code = newCode();
    const gift = await confirmation.ask({
      title: t('gift_title', {
        amount: formatNumber(number, { kind: 'full' }, locale),
        coin: coin.name,
      }),
      lines: [
        [t('gift_who'), t('gift_anyone')],
        [t('gift_days'), t('gift_day_count', { days: Number(days) })],
        ...(note === '' ? [] : [[t('note'), note] as const]),
      ],
      isOfForm: shows,
      onRefused: action.onRefused,
      run: (given, key) =>
        api.post(
          'gift/create',
          {
            currency_id: coin.id,
            number,
            days: Number(days),
            code_hash: sha256Hex(code),
            ...(note === '' ? {} : { note }),
            ...given,
          },
          { quiet: true, key },
        ),
    });
    if (!gift) return;
    for (const field of ['text', 'note'] as const) at(field).onValue('');
    check(false);
    setCreated({ gift, code });
    void invalidate('gift/list', 'wallet/send_limits', ...BALANCES);
  };
  return {
    form,
    at,
    days,
    setDays,
    confirmation,
    created,
    close: (): void => setCreated(null),
    all: () => at('text').onValue(format(amount(coin.change_balance))),
    problem: checked ? problem : null,
    error,
    submit: (): void => {
      check();
      if (!problem) void confirm();
    },
  };
}
