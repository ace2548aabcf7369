import { amount, format } from '@karat/money';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Card, Fact, Num } from '../../../ui/index.ts';
import type { Offer, Projection } from './offer.ts';
import { earnText } from './text.ts';

/** What an amount brings: each day, in all, when and into which account. Without an amount, for the minimum. */
export function ProjectionFacts({
  offer,
  projection,
  isExample,
}: {
  readonly offer: Offer;
  readonly projection: Projection;
  readonly isExample: boolean;
}) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = offer.currency_name;
  const { daily, interest, total, firstMs, endMs } = projection;
  const least = `${formatNumber(format(amount(offer.save_min)), { kind: 'full' }, locale)} ${unit}`;
  return (
    <Card className="p-4">
      <h2 className="mb-2 text-sm text-muted">
        {t('preview')}
        {isExample && ` · ${least}`}
      </h2>
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('each_day')}>
          <Num value={format(daily)} unit={unit} signed intent="auto" />
        </Fact>
        <Fact name={t('first_yield')}>{formatTime(firstMs, locale)}</Fact>
        {endMs !== undefined && (
          <Fact name={t('yield_term')}>
            <Num value={format(interest)} unit={unit} signed intent="auto" />
          </Fact>
        )}
        <Fact name={t('principal_back')}>
          {endMs === undefined ? t('any_time') : formatTime(endMs, locale)}
        </Fact>
        {endMs !== undefined && (
          <Fact name={t('arrives_total')} className="font-semibold">
            <Num value={format(total)} unit={unit} />
          </Fact>
        )}
        <Fact name={t('paid_into')}>{t('exchange_account', { currency: unit })}</Fact>
      </dl>
    </Card>
  );
}
