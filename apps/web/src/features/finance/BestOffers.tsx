import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { CoinIcon, Empty, Failed, List, ListRow, RowEnd, SkeletonRows, Tabs } from '../../ui/index.ts';
import { FILTERS, useOffers } from './offers.tsx';
import type { Filter } from './offers.tsx';
import { financeText } from './text.ts';

/** The best offers of all products, or of one. */
export function BestOffers() {
  const t = useText(financeText);
  const [filter, setFilter] = useState<Filter>('all');
  const { rows, isPending, error, retry } = useOffers(filter);
  return (
    <section aria-label={t('best')} className="settles">
      <h2 className="mb-2 px-1 text-lg font-semibold">{t('best')}</h2>
      <Tabs
        label={t('filter')}
        variant="chips"
        items={FILTERS.map((id) => ({ id, label: t(id) }))}
        value={filter}
        onChange={setFilter}
      />
      <div className="mt-3">
        {isPending ? (
          <SkeletonRows />
        ) : rows.length > 0 ? (
          <List ground="card" className="wide:columns-2 wide:gap-8 [&>li]:break-inside-avoid">
            {rows.map((row) => (
              <ListRow
                key={row.key}
                to={row.to}
                {...(row.search ? { search: row.search } : {})}
                icon={<CoinIcon name={row.coin} size={36} />}
                wraps
                title={row.title}
                hint={row.hint}
                end={<RowEnd hint={row.rateHint}>{row.rate}</RowEnd>}
              />
            ))}
          </List>
        ) : error ? (
          <Failed error={error} retry={retry} />
        ) : (
          <Empty text={t('no_offers')} next="market" />
        )}
      </div>
    </section>
  );
}
