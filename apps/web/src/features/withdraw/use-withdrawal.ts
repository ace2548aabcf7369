import { WITHDRAWAL_TYPE } from '@karat/contract';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { invalidate, useAction, usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useConfirmation } from '../../ui/confirm/index.ts';
import { isAtLeast, problemOf, received } from './amounts.ts';
import { withdrawText } from './text.ts';
import { WALLET_FIELDS, missingIn, walletOf } from './wallet-fields.ts';

type Info = AllReplies['wallet/get_info'];
export type Type = 0 | 1 | 2;

const networkTitle = (info: Info): string =>
  info.routes.find(({ network }) => network === info.network)?.title ?? info.network;

/** Maps refusal codes to fields. */
const REFUSED = {
  insufficient_balance: 'amount',
  amount_too_precise: 'amount',
  amount_below_minimum: 'amount',
  fee_above_amount: 'amount',
  withdrawal_limit: 'amount',
  address_invalid: 'receiver',
  own_address: 'receiver',
  payee_unknown: 'receiver',
  payee_not_allowed: 'receiver',
  payee_cooling: 'receiver',
} as const;

const EMPTY = { amount: '', receiver: '', ...WALLET_FIELDS };
const REQUEST_NAMES = { number: 'amount', address: 'receiver' } as const;

interface WithdrawalTarget {
  readonly currency: number;
  readonly type: Type;
  readonly target: string;
  readonly targetName: string;
}

/** Shorter texts are no address: nothing is asked about them while somebody types. */
const ADDRESS_MIN = 26;

/** Whose wallet the target is, if an earlier withdrawal named it and the user does not want to name another one. */
function useKnownWallet(info: Info, { currency, type, target: address }: WithdrawalTarget, isAsked: boolean) {
  const [changed, setChanged] = useState<string | null>(null);
  const isRead = isAsked && type === WITHDRAWAL_TYPE.address && address.length >= ADDRESS_MIN;
  const read = usePost(
    'wallet/get_info',
    { currency, type, network: info.network, address },
    { enabled: isRead && changed !== address },
  );
  const isCurrent = isRead && changed !== address;
  return {
    wallet: (isCurrent ? read.data?.wallet_known : null) ?? null,
    isLoading: isCurrent && read.isLoading,
    change: (): void => setChanged(address),
  };
}

/** Lines of the confirmation of an amount to a target. */
function useConfirmationLines(info: Info) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const shown = (value: string): string => `${formatNumber(value, { kind: 'full' }, locale)} ${info.name}`;
  return (text: string, { type, targetName }: WithdrawalTarget): [string, string][] => [
    [t('amount'), shown(text)],
    [t('fee'), shown(info.rate)],
    [t('receives'), shown(received(text, info) ?? '0')],
    ...(type === WITHDRAWAL_TYPE.address ? [[t('network'), networkTitle(info)] as [string, string]] : []),
    [t('receiver'), targetName],
  ];
}

/** State of the form: input, errors and the call. */
export function useWithdrawal(info: Info, target: WithdrawalTarget) {
  const t = useText(withdrawText);
  const state = useFormState(EMPTY, REFUSED, REQUEST_NAMES);
  const { at, checked, action } = state;
  const text = state.form.amount;
  const confirmation = useConfirmation();
  const problem = problemOf(text, info);
  const receive = received(text, info);
  const { form } = state;
  const isWalletAsked = info.wallet_owner_from !== null && isAtLeast(text, info.wallet_owner_from);
  const known = useKnownWallet(info, target, isWalletAsked);
  const wallet = isWalletAsked && known.wallet === null ? walletOf(form) : {};
  const linesOf = useConfirmationLines(info);

  async function ask(isFirstPayment: boolean): Promise<void> {
    const at = go.here();
    const reply = await confirmation.ask({
      title: t('withdraw'),
      lines: linesOf(text, target),
      isFirstPayment,
      isOfForm: state.shows,
      onRefused: action.onRefused,
      run: (given, key) =>
        api.post(
          'wallet/out',
          {
            address: target.target,
            currency: target.currency,
            number: text,
            type: target.type,
            network: info.network,
            ...wallet,
            ...given,
          },
          { quiet: true, key },
        ),
    });
    if (reply === undefined) return;
    void invalidate('user/withdraw/list', ...BALANCES);
    toast(t('requested'), 'good');
    // Does not navigate if the user has left the screen.
    if (go.here() === at) go.replace('/pages/fund/withdraw_detail', { id: reply.id });
  }

  const { currency, type, target: address } = target;
  const payee = useAction('wallet/get_info', {
    ...action,
    onDone: ({ first_payment }) => void ask(first_payment ?? false),
  });

  return {
    text,
    busy: payee.isPending,
    isDelayed: info.delay_from !== null && isAtLeast(text, info.delay_from),
    form,
    at,
    isWalletAsked,
    known,
    setText: at('amount').onValue,
    receive,
    confirmation,
    problem: checked ? problem : null,
    /** Errors of the server. */
    amountRefusal: at('amount').errorFor(null),
    error: state.error,
    forget: state.forget,
    receiverError: at('receiver').errorFor(address === '' ? t('enter_receiver') : null),
    submit: (): void => {
      state.check();
      const isFilled = !isWalletAsked || known.wallet !== null || missingIn(form).length === 0;
      if (problem === null && address !== '' && isFilled)
        payee.mutate({ currency, type, network: info.network, address });
    },
  };
}
