import { useState } from 'react';
import { useMarkets, useSparklines } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useText } from '../../lib/text.ts';
import { Link, Loaded, MarketRow, SkeletonRows, Tabs, List } from '../../ui/index.ts';
import { homeText } from './text.ts';

const TABS = ['gainers', 'losers', 'volume'] as const;
type By = (typeof TABS)[number];
const SHOWN = 6;
/** Of that many rows with the lines between them. */
const HEIGHT = 'h-[389px] justify-around';

/** 24 h turnover for sorting only; binary numbers are sufficient. */
const turnover = (market: Quotation): number => Number(market.volume) * Number(market.now_price);
const KEYS: Record<By, (market: Quotation) => number> = {
  gainers: (market) => -Number(market.change),
  losers: (market) => Number(market.change),
  volume: (market) => -turnover(market),
};

/** The first markets of a tab. One that nobody has traded has not moved, but for an exchange without any trade. */
function moversBy(by: By, all: readonly Quotation[]): readonly Quotation[] {
  const traded = all.filter((market) => turnover(market) > 0);
  return (traded.length > 0 ? traded : all).toSorted((a, b) => KEYS[by](a) - KEYS[by](b)).slice(0, SHOWN);
}

/** The markets with the largest change or turnover. */
export function Movers() {
  const t = useText(homeText);
  const [by, setBy] = useState<By>('gainers');
  const markets = useMarkets();
  const closes = useSparklines();
  return (
    <section aria-label={t('movers')} className="rounded-lg bg-surface px-4 pb-2">
      <Tabs
        label={t('movers')}
        items={TABS.map((id) => ({ id, label: t(id) }))}
        value={by}
        onChange={setBy}
      />
      <Loaded query={markets} skeleton={<SkeletonRows rows={SHOWN} className={HEIGHT} />}>
        {(all) => (
          <List>
            {moversBy(by, all).map((market) => (
              <li key={market.id} className="flex">
                <MarketRow market={market} closes={closes.get(market.id)} />
              </li>
            ))}
          </List>
        )}
      </Loaded>
      <Link
        to="/pages/market/market"
        className="flex min-h-11 items-center justify-center text-base text-gold-ink"
      >
        {t('all_markets')}
      </Link>
    </section>
  );
}
