import { useText } from '../../lib/text.ts';
import { Button, Form, FormError, Picker } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { CoinAmount, NoteField, WithCoin } from './CoinChoice.tsx';
import type { CoinChoice } from './CoinChoice.tsx';
import { GiftCode } from './GiftCode.tsx';
import { GiftList } from './GiftList.tsx';
import { SendLimit } from './SendLimit.tsx';
import { assetsText } from './text.ts';
import { GIFT_DAYS, useGift } from './use-gift.ts';

function GiftForm(choice: CoinChoice) {
  const t = useText(assetsText);
  const gift = useGift(choice.coin);
  return (
    <>
      <Form onSubmit={gift.submit} className="gap-4">
        <p className="text-sm text-muted">{t('gift_about')}</p>
        <CoinAmount {...choice} field={gift.at('text')} problem={gift.problem} onAll={gift.all} />
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
        <NoteField field={gift.at('note')} />
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
  return (
    <div className="flex flex-col gap-8 wide:side-by-side wide:gap-6">
      <div>
        <WithCoin>{(choice) => <GiftForm {...choice} />}</WithCoin>
      </div>
      <section aria-label={t('gifts')} className="settles">
        <GiftList direction="out" />
      </section>
    </div>
  );
}
