import { Gift } from 'lucide-react';
import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Field, Form, FormError, LinkCell, Loaded, Num, Rows, SkeletonForm } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { CoinPicker } from './CoinPicker.tsx';
import { Sends } from './Sends.tsx';
import { SendLimit } from './SendLimit.tsx';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';
import { useSend } from './use-send.ts';

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
        <SendLimit />
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
      <Rows className="mt-6">
        <LinkCell to="/pages/fund/gifts" icon={<Gift />} label={t('gift_instead')} />
      </Rows>
      <section aria-label={t('with_users')} className="mt-8">
        <Sends />
      </section>
    </>
  );
}
