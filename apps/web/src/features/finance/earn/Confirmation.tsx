import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import type { QuestionDialog } from '../../../lib/question.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Dialog, Fact, Num } from '../../../ui/index.ts';
import type { Offer, Projection } from './offer.ts';
import { earnText } from './text.ts';

/** The last look before a purchase: what is locked until when, what arrives, and the worst case. */
export function Confirmation({
  offer,
  principal,
  projection,
  dialog,
  busy,
  onConfirm,
}: {
  readonly offer: Offer;
  readonly principal: Amount;
  readonly projection: Projection;
  readonly dialog: QuestionDialog;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = offer.currency_name;
  const number = (value: Amount): string => formatNumber(format(value), { kind: 'full' }, locale);
  const { endMs, daily, total, worstArrives, worstPenalty } = projection;
  return (
    <Dialog {...dialog} title={t('confirm_title')} confirm={t('subscribe')} busy={busy} onConfirm={onConfirm}>
      <dl className="flex flex-col gap-2 text-ink">
        <Fact name={t('principal')}>
          <Num value={format(principal)} unit={unit} />
        </Fact>
        <Fact name={t('each_day')}>
          <Num value={format(daily)} unit={unit} signed intent="auto" />
        </Fact>
        <Fact name={t('principal_back')}>
          {endMs === undefined ? t('any_time') : formatTime(endMs, locale)}
        </Fact>
        {endMs !== undefined && (
          <Fact name={t('arrives_total')}>
            <Num value={format(total)} unit={unit} />
          </Fact>
        )}
      </dl>
      <p className="mt-3 rounded-md bg-gold-soft p-3 text-sm text-gold-ink">
        {endMs === undefined
          ? t('worst_flexible')
          : t('worst_fixed', {
              penalty: number(worstPenalty),
              arrives: number(worstArrives),
              currency: unit,
            })}
      </p>
    </Dialog>
  );
}
