import { useState } from 'react';
import { useGet } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { Empty, Loaded, Tabs } from '../../../ui/index.ts';
import { CATEGORIES } from './offer.ts';
import type { Category } from './offer.ts';
import { OfferCard } from './OfferCard.tsx';
import { earnText } from './text.ts';

const FILTERS = ['all', ...CATEGORIES] as const;
type Filter = (typeof FILTERS)[number];

/** Offers with a filter by type, the best rates first, those for VIP users and closed ones last. */
export function Offers({ first = 'all' }: { readonly first?: Filter }) {
  const t = useText(earnText);
  const [filter, setFilter] = useState<Filter>(first);
  const offers = useGet('lh/deposit/config', {});
  const isShown = (category: Category): boolean => filter === 'all' || filter === category;
  return (
    <>
      <Tabs
        label={t('category')}
        variant="chips"
        items={FILTERS.map((id) => ({ id, label: t(id) }))}
        value={filter}
        onChange={setFilter}
      />
      <Loaded query={offers}>
        {(all) => {
          const shown = all.filter(({ category }) => isShown(category));
          const open = shown
            .filter(({ state }) => state === 'open')
            .toSorted(
              (a, b) =>
                Number(a.vip_only) - Number(b.vip_only) || Number(b.interest_rate) - Number(a.interest_rate),
            );
          const listed = [...open, ...shown.filter(({ state }) => state !== 'open')];
          if (listed.length === 0) return <Empty text={t('no_offers')} next="market" />;
          return (
            <ul className="mt-3 grid gap-3 wide:grid-cols-2">
              {listed.map((offer) => (
                <li key={offer.id}>
                  <OfferCard offer={offer} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
