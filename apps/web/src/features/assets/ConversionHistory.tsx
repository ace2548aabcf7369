import { ArrowRight, Repeat } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, LoadedPages, Num, List } from '../../ui/index.ts';
import { ConversionRate } from './ConversionRate.tsx';
import { assetsText } from './text.ts';

/** Past conversions with their rates and fees. */
export function ConversionHistory() {
  const t = useText(assetsText);
  const locale = useLocale();
  const conversions = usePages('post', 'user/getTransferList', {});
  return (
    <section aria-label={t('conversions')} className="settles">
      <h2 className="mb-2 text-sm text-muted">{t('conversions')}</h2>
      <LoadedPages
        query={conversions}
        empty={<Empty icon={<Repeat />} text={t('no_conversions')} next="beside" />}
      >
        {(rows) => (
          <List ground="card">
            {rows.map((row) => (
              <li key={row.id} className="py-3">
                <span className="flex flex-wrap items-center gap-1.5 text-base font-medium">
                  <Num value={row.number} unit={row.from_currency_name} />
                  <ArrowRight className="size-4 text-muted" aria-label={t('to')} role="img" />
                  <Num value={row.received} unit={row.to_currency_name} />
                </span>
                <span className="mt-0.5 block text-xs text-muted">
                  <ConversionRate
                    from={row.from_currency_name}
                    to={row.to_currency_name}
                    prices={{ from: row.form_price, to: row.to_price }}
                  />
                </span>
                <span className="mt-0.5 flex justify-between gap-3 text-xs text-muted">
                  {formatTime(row.created_ms, locale)}
                  <span>
                    {t('fee_paid')} <Num value={row.fee} unit={row.from_currency_name} />
                  </span>
                </span>
              </li>
            ))}
          </List>
        )}
      </LoadedPages>
    </section>
  );
}
