import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Field, Form, FormError, Loaded, Num, SkeletonForm } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { CoinPicker } from './CoinPicker.tsx';
import { Sends } from './Sends.tsx';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';
import { useSend } from './use-send.ts';

function Limit() {
  const t = useText(assetsText);
  const locale = useLocale();
  const limits = useGet('wallet/send_limits', {}, { freshMs: 0 });
  if (!limits.data) return null;
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  return (
    <p className="text-sm text-muted">
      {t('send_limit', { left: shown(limits.data.left), limit: shown(limits.data.limit) })}
    </p>
  );
}

function SendForm({
  coin,
  coins,
  onCoin,
}: {
  readonly coin: Coin;
  readonly coins: readonly Coin[];
  readonly onCoin: (id: number) => void;
}) {
  const t = useText(assetsText);
  const send = useSend(coin);
  return (
    <>
      <Form onSubmit={send.submit} className="gap-4">
        <Field
          label={t('recipient')}
          value={send.form.to}
          onValue={send.at('to').onValue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={send.recipientError}
          hint={t('recipient_hint')}
        />
        <CoinPicker label={t('currency')} coins={coins} coin={coin} onChoose={onCoin} />
        <SpentField
          label={t('amount')}
          value={send.form.text}
          onValue={send.at('text').onValue}
          unit={coin.name}
          hint={
            <>
              {t('available')} <Num value={coin.change_balance} unit={coin.name} />
            </>
          }
          problem={send.problem}
          refusal={send.at('text').errorFor(null)}
          onAll={send.all}
        />
        <Field
          label={t('note')}
          value={send.form.note}
          onValue={send.at('note').onValue}
          error={send.at('note').errorFor(null)}
          autoComplete="off"
          maxLength={60}
        />
        <Limit />
        <FormError text={send.error} />
        <Button type="submit" size="lg" wide busy={send.busy}>
          {t('continue')}
        </Button>
      </Form>
      <ConfirmSheet open={send.confirmation.open} />
    </>
  );
}

/** Sends a coin of the exchange account to another user. */
export function Send() {
  const t = useText(assetsText);
  const [wanted, setWanted] = useState(USDT);
  const coins = useGet('currency/user_currency_list', {});
  return (
    <>
      <Loaded query={coins} skeleton={<SkeletonForm fields={4} />}>
        {(all) => {
          const list = all.filter((coin) => coin.kind === 'coin');
          const coin = list.find((one) => one.id === wanted) ?? list[0];
          return coin ? <SendForm coin={coin} coins={list} onCoin={setWanted} /> : null;
        }}
      </Loaded>
      <section aria-label={t('with_users')} className="mt-8">
        <Sends />
      </section>
    </>
  );
}
