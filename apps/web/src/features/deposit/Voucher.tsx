import { useState } from 'react';
import { parse } from '@karat/money';
import { go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useWide } from '../../lib/wide.ts';
import { amountText } from '../../ui/amount/index.ts';
import {
  AmountField,
  Button,
  CoinIcon,
  Field,
  Form,
  Loaded,
  Page,
  Picker,
  SkeletonForm,
  FormError,
} from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import { RecentDeposits } from './Incoming.tsx';
import type { Coin } from './Select.tsx';
import { depositText } from './text.ts';

/** State of the form and its call. */
function useVoucher(coins: readonly Coin[]) {
  const t = useText(depositText);
  const amountT = useText(amountText);
  const [currency, setCurrency] = useState(coins[0]?.id);
  const [picture, setPicture] = useState<Picture | null>(null);
  const { form, at, check, action, error } = useFormState(
    { amount: '', account: '', picture: '' },
    { amount_below_minimum: 'amount', amount_too_precise: 'amount', image_invalid: 'picture' },
  );
  const { amount, account } = form;
  const send = useAction('wallet/charge_req', {
    ...action,
    invalidates: ['recharge/log'],
    onDone: () => toast(t('voucher_sent'), 'good'),
    onSuccessNavigate: () => go.replace('/pages/fund/receive_withdraw_record'),
  });
  const coin = coins.find(({ id }) => id === currency);
  const value = parse(amount);
  const fits = { amount: value !== undefined && value > 0n, account: account.trim() !== '' };
  const submit = (): void => {
    check();
    if (!coin || !fits.amount || !fits.account || picture === null) return;
    send.mutate({
      account: account.trim(),
      amount,
      currency: coin.id,
      type: 0,
      image: picture.address,
    });
  };
  return {
    coin,
    setCurrency,
    amount,
    account,
    setAccount: at('account').onValue,
    picture,
    submit,
    busy: send.isPending,
    error,
    setAmount: at('amount').onValue,
    setPicture: (chosen: Picture): void => {
      setPicture(chosen);
      at('picture').onValue(chosen.address);
    },
    wrong: {
      amount: at('amount').errorFor(fits.amount ? null : amountT('enter_amount')),
      account: at('account').errorFor(fits.account ? null : t('enter_account')),
      picture: at('picture').errorFor(picture === null ? t('picture_missing') : null),
    },
  };
}

function VoucherForm({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useText(depositText);
  const voucher = useVoucher(coins);
  const { coin, wrong } = voucher;
  if (!coin) return null;
  return (
    <Form onSubmit={voucher.submit}>
      <Picker
        label={t('currency')}
        title={t('choose_coin')}
        icon={<CoinIcon name={coin.name} size={28} />}
        options={coins.map(({ id, name, title }) => ({ id: String(id), label: name, hint: title }))}
        value={String(coin.id)}
        onChoose={(id) => voucher.setCurrency(Number(id))}
      />
      <AmountField
        label={t('amount')}
        value={voucher.amount}
        onValue={voucher.setAmount}
        unit={coin.name}
        error={wrong.amount}
      />
      <Field
        label={t('from_account')}
        value={voucher.account}
        onValue={voucher.setAccount}
        autoComplete="off"
        maxLength={200}
        hint={t('from_account_hint')}
        error={wrong.account}
      />
      <PictureField
        label={t('picture')}
        alt={t('picture')}
        picture={voucher.picture}
        onPicture={voucher.setPicture}
        error={wrong.picture}
        hint={t('picture_rule')}
      />
      <p className="text-sm text-muted">{t('two_people')}</p>
      <FormError text={voucher.error} />
      <Button type="submit" size="lg" wide busy={voucher.busy}>
        {t('send_voucher')}
      </Button>
    </Form>
  );
}

/** Reports a manual payment with a picture of its voucher. */
export default function Voucher() {
  const t = useText(depositText);
  const coins = useGet('deposit/coins', {});
  const wide = useWide();
  return (
    <Page title={t('voucher')} back="/pages/fund/select">
      <div className="wide:side-by-side wide:gap-6">
        <Loaded query={coins} skeleton={<SkeletonForm fields={4} />}>
          {(all) => <VoucherForm coins={all} />}
        </Loaded>
        {wide && <RecentDeposits />}
      </div>
    </Page>
  );
}
