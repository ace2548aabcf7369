import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Field, Form, FormError, Loaded, Num, Picker, SkeletonForm } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { CoinPicker } from './CoinPicker.tsx';
import { GiftCode } from './GiftCode.tsx';
import { GiftList } from './GiftList.tsx';
import { SendLimit } from './SendLimit.tsx';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';
import { GIFT_DAYS, useGift } from './use-gift.ts';

function GiftForm({
  coin,
  coins,
  onCoin,
}: {
  readonly coin: Coin;
  readonly coins: readonly Coin[];
  readonly onCoin: (id: number) => void;
}) {
  const t = useText(assetsText);
  const gift = useGift(coin);
  return (
    <>
      <Form onSubmit={gift.submit} className="gap-4">
        <p className="text-sm text-muted">{t('gift_about')}</p>
        <CoinPicker label={t('currency')} coins={coins} coin={coin} onChoose={onCoin} />
        <SpentField
          label={t('amount')}
          value={gift.form.text}
          onValue={gift.at('text').onValue}
          unit={coin.name}
          hint={
            <>
              {t('available')} <Num value={coin.change_balance} unit={coin.name} />
            </>
          }
          problem={gift.problem}
          refusal={gift.at('text').errorFor(null)}
          onAll={gift.all}
        />
        <Picker
          label={t('gift_days')}
          title={t('gift_days')}
          options={GIFT_DAYS.map((days) => ({
            id: days,
            label: t('gift_day_count', { days: Number(days) }),
          }))}
          value={gift.days}
          onChoose={gift.setDays}
        />
        <Field
          label={t('note')}
          value={gift.form.note}
          onValue={gift.at('note').onValue}
          error={gift.at('note').errorFor(null)}
          autoComplete="off"
          maxLength={60}
        />
        <SendLimit />
        <FormError text={gift.error} />
        <Button type="submit" size="lg" wide>
          {t('continue')}
        </Button>
      </Form>
      <ConfirmSheet open={gift.confirmation.open} />
      {gift.created && <GiftCode created={gift.created} onClose={gift.close} />}
    </>
  );
}

/** Creates gift codes, and lists them. */
export function CreateGift() {
  const t = useText(assetsText);
  const [wanted, setWanted] = useState(USDT);
  const coins = useGet('currency/user_currency_list', {});
  return (
    <>
      <Loaded query={coins} skeleton={<SkeletonForm fields={4} />}>
        {(all) => {
          const list = all.filter((coin) => coin.kind === 'coin');
          const coin = list.find((one) => one.id === wanted) ?? list[0];
          return coin ? <GiftForm coin={coin} coins={list} onCoin={setWanted} /> : null;
        }}
      </Loaded>
      <section aria-label={t('gifts')} className="mt-8">
        <GiftList direction="out" />
      </section>
    </>
  );
}
