import { useState } from 'react';
import { parse } from '@karat/money';
import { go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useRefused } from '../../lib/refused.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { typed } from '../../lib/typed.ts';
import { Button, CoinIcon, Field, Form, Loaded, Page, Picker, SkeletonForm } from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import type { Coin } from './Select.tsx';
import { depositText } from './text.ts';

function VoucherForm({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useText(depositText);
  const locale = useLocale();
  const [currency, setCurrency] = useState(coins[0]?.id);
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState('');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [checked, setChecked] = useState(false);
  const refused = useRefused({
    amount_below_minimum: 'amount',
    amount_too_precise: 'amount',
    image_invalid: 'picture',
  });
  const send = useAction('wallet/charge_req', {
    quiet: true,
    onRefused: refused.onRefused,
    outdates: ['recharge/log'],
    onDone: () => {
      toast(t('voucher_sent'), 'good');
      go.replace('/pages/fund/receive_withdraw_record');
    },
  });
  const coin = coins.find(({ id }) => id === currency);
  if (!coin) return null;
  const plain = typed(amount, locale);
  const value = parse(plain);
  const fits = { amount: value !== undefined && value > 0n, account: account.trim() !== '' };
  const submit = (): void => {
    setChecked(true);
    if (!fits.amount || !fits.account || picture === null) return;
    send.mutate({
      ...{ account: account.trim(), amount: plain, currency: coin.id },
      ...{ type: 0, image: picture.address },
    });
  };
  return (
    <Form onSubmit={submit}>
      <Picker
        label={t('currency')}
        title={t('choose_coin')}
        icon={<CoinIcon name={coin.name} size={28} />}
        options={coins.map(({ id, name, title }) => ({ id: String(id), label: name, hint: title }))}
        value={String(coin.id)}
        onChoose={(id) => setCurrency(Number(id))}
      />
      <Field
        label={t('amount')}
        value={amount}
        onValue={(text) => {
          setAmount(text);
          refused.forget();
        }}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        maxLength={30}
        error={checked && !fits.amount ? t('enter_amount') : refused.told('amount')}
        suffix={<span className="pe-4 text-muted">{coin.name}</span>}
      />
      <Field
        label={t('from_account')}
        value={account}
        onValue={setAccount}
        autoComplete="off"
        maxLength={200}
        hint={t('from_account_hint')}
        error={checked && !fits.account ? t('enter_account') : null}
      />
      <PictureField
        label={t('picture')}
        alt={t('picture')}
        picture={picture}
        onPicture={(chosen) => {
          setPicture(chosen);
          refused.forget();
        }}
        error={checked && picture === null ? t('picture_missing') : refused.told('picture')}
        hint={t('picture_rule')}
      />
      <p className="text-sm text-muted">{t('two_people')}</p>
      <Button type="submit" size="lg" wide busy={send.isPending}>
        {t('send_voucher')}
      </Button>
    </Form>
  );
}

/** Tells of a payment made by hand, with its picture. */
export default function Voucher() {
  const t = useText(depositText);
  const coins = useGet('deposit/coins', {});
  return (
    <Page title={t('voucher')} back="/pages/fund/select">
      <Loaded of={coins} skeleton={<SkeletonForm fields={4} />}>
        {(all) => <VoucherForm coins={all} />}
      </Loaded>
    </Page>
  );
}
