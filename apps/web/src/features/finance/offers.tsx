import type { ReactNode } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import type { Path, Search } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Num } from '../../ui/index.ts';
import { annualRate } from './earn/offer.ts';
import { Term } from './earn/OfferCard.tsx';
import { earnText } from './earn/text.ts';
import { financeText } from './text.ts';

export const FILTERS = ['all', 'earn', 'dual', 'subscription', 'fund', 'loan', 'recurring'] as const;
export type Filter = (typeof FILTERS)[number];

/** An offer as a row of the tab. */
interface OfferRow {
  readonly key: string;
  readonly to: Path;
  readonly search?: Search;
  /** Its picture. */
  readonly coin: string;
  readonly title: ReactNode;
  readonly hint: ReactNode;
  readonly rate: ReactNode;
  readonly rateHint: string;
}

/** Offers of one product, and how many of them are shown among all. */
interface Source {
  readonly filter: Exclude<Filter, 'all'>;
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly rows: readonly OfferRow[];
}

/** Rows of one product among all, and alone. */
const AMONG_ALL: Readonly<Record<Source['filter'], number>> = {
  earn: 2,
  dual: 2,
  subscription: 1,
  fund: 1,
  recurring: 2,
  loan: 1,
};
const ALONE = 8;

const byRate = (a: string, b: string): number => Number(b) - Number(a);

const shows = (filter: Filter, own: Source['filter']): boolean => filter === 'all' || filter === own;

function useEarn(filter: Filter): Source {
  const t = useText(earnText);
  const f = useText(financeText);
  const query = useGet('lh/deposit/config', {}, { enabled: shows(filter, 'earn') });
  const open = (query.data ?? [])
    .filter(({ state, vip_only: isVipOnly }) => state === 'open' && !isVipOnly)
    .toSorted((a, b) => byRate(a.interest_rate, b.interest_rate));
  return {
    filter: 'earn',
    query,
    rows: open.map((offer) => ({
      key: `earn ${offer.id}`,
      to: '/pages/lockming/buy',
      search: { id: offer.id },
      coin: offer.currency_name,
      title: offer.currency_name,
      hint: (
        <>
          {f('earn')} · {offer.day === 0 ? null : <>{t(offer.category)} · </>}
          <Term day={offer.day} />
        </>
      ),
      rate: <Num value={annualRate(offer.interest_rate)} form="percent" className="text-up-ink" />,
      rateHint: t('apr'),
    })),
  };
}

/** All products on sale: few enough to choose the best of them here. */
const DUAL_MAX = 100;

function useDual(filter: Filter): Source {
  const t = useText(financeText);
  const e = useText(earnText);
  const locale = useLocale();
  const query = useGet('dual/index', { limit: DUAL_MAX }, { enabled: shows(filter, 'dual') });
  const open = (query.data?.data ?? [])
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => byRate(a.apr, b.apr));
  return {
    filter: 'dual',
    query,
    rows: open.map((product) => ({
      key: `dual ${product.id}`,
      to: '/pages/invest/purchase',
      search: { id: product.id },
      coin: product.currency_name,
      title: t(product.type === 'call' ? 'sell_high' : 'buy_low', { coin: product.currency_name }),
      hint: `${t('dual')} · ${formatDate(product.maturity_ms, locale)}`,
      rate: <Num value={product.apr} form="percent" className="text-up-ink" />,
      rateHint: e('apr'),
    })),
  };
}

function useProjects(filter: Filter, kind: 'token' | 'fund'): Source {
  const t = useText(financeText);
  const locale = useLocale();
  const own = kind === 'fund' ? 'fund' : 'subscription';
  const query = useGet('project', { kind, status: 'open' }, { enabled: shows(filter, own) });
  return {
    filter: own,
    query,
    rows: (query.data?.list ?? []).map((project) => ({
      key: `${own} ${project.id}`,
      to: '/pages/ieo/subscribe',
      search: { id: project.id },
      coin: project.currency_name,
      title: project.title,
      hint: `${t(own)} · ${t('until', { date: formatDate(project.end_ms, locale) })}`,
      rate: <Num value={project.price} unit="USDT" />,
      rateHint: t('issue_price'),
    })),
  };
}

function useRecurring(filter: Filter): Source {
  const t = useText(financeText);
  const locale = useLocale();
  const query = useGet('recurring/config', {}, { enabled: shows(filter, 'recurring') });
  const markets = query.data?.markets ?? [];
  const [coin, stock] = (['coin', 'stock'] as const).map((kind) =>
    markets.filter((market) => market.kind === kind),
  );
  // A coin and a stock first, so that both are seen.
  const mixed = [coin?.[0], stock?.[0], ...(coin ?? []).slice(1), ...(stock ?? []).slice(1)];
  const rows = mixed.filter((market) => market !== undefined);
  return {
    filter: 'recurring',
    query,
    rows: rows.map((market) => ({
      key: `recurring ${market.match_id}`,
      to: '/pages/recurring/create',
      search: { id: market.match_id },
      coin: market.currency_name,
      title: market.currency_name,
      hint: `${t('recurring')} · ${t('any_rhythm')}`,
      rate: t('from', {
        amount: `${formatNumber(market.min, { kind: 'full' }, locale)} ${market.legal_name}`,
      }),
      rateHint: t('each_time'),
    })),
  };
}

type LoanConfig = AllReplies['loan/config'];

function useLoans(filter: Filter): Source {
  const t = useText(financeText);
  const locale = useLocale();
  const query = useGet('loan/config', {}, { enabled: shows(filter, 'loan') });
  const rowOf = (config: LoanConfig, currency: LoanConfig['currencies'][number]): OfferRow => ({
    key: `loan ${currency.id}`,
    to: '/pages/common/borrowing',
    coin: currency.name,
    title: currency.name,
    hint: `${t('loan')} · ${t('days_range', { min: config.days_min, max: config.days_max })}`,
    rate: formatNumber(config.usual_rate, { kind: 'rate' }, locale),
    rateHint: t('a_day'),
  });
  const { data } = query;
  return {
    filter: 'loan',
    query,
    rows: data
      ? data.currencies.filter(({ pool }) => Number(pool) > 0).map((currency) => rowOf(data, currency))
      : [],
  };
}

interface Offers {
  readonly rows: readonly OfferRow[];
  readonly isPending: boolean;
  /** Why nothing could be read. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Open offers of one product or of all, the best rates of each first. */
export function useOffers(filter: Filter): Offers {
  const sources = [
    useEarn(filter),
    useDual(filter),
    useProjects(filter, 'token'),
    useProjects(filter, 'fund'),
    useRecurring(filter),
    useLoans(filter),
  ].filter((source) => shows(filter, source.filter));
  return {
    rows: sources.flatMap(({ filter: own, rows }) =>
      rows.slice(0, filter === 'all' ? AMONG_ALL[own] : ALONE),
    ),
    isPending: sources.some(({ query }) => query.isPending),
    error: sources.find(({ query }) => query.error !== null)?.query.error ?? null,
    retry: () => sources.forEach(({ query }) => void query.refetch()),
  };
}
