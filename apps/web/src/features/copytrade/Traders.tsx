import { FLAG } from '@karat/contract';
import { SlidersHorizontal, UserRoundPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useCursorPages } from '../../lib/cursor-pages.ts';
import { go } from '../../lib/navigation.ts';
import { useText } from '../../lib/text.ts';
import {
  Avatar,
  Badge,
  Button,
  Empty,
  Figure,
  Link,
  LoadedPages,
  Num,
  Page,
  Select,
  Sparkline,
  Tabs,
} from '../../ui/index.ts';
import { DAYS, Places, Risk, WinRate } from './Figures.tsx';
import type { Days, TraderRow } from './Figures.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { copytradeText } from './text.ts';
import { NO_FILTER, SORTS, countFilters, sentFilter } from './trader-filter.ts';
import type { Sort, TraderFilter } from './trader-filter.ts';

const SORT_TEXTS = {
  roi: 'roi',
  profit: 'profit',
  win_rate: 'accuracy',
  aum: 'aum',
  followers: 'copiers',
  risk: 'risk_low',
  drawdown: 'drawdown_low',
} as const satisfies Record<Sort, string>;

function TraderCard({ trader, days }: { readonly trader: TraderRow; readonly days: Days }) {
  const t = useText(copytradeText);
  return (
    <Link
      to="/pages/copytrade/trader"
      search={{ id: String(trader.id) }}
      className="block h-full rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar src={trader.head_portrait} name={trader.nickname} size={40} />
        <span className="min-w-0 flex-1 basis-24 text-lg font-medium wrap-anywhere">{trader.nickname}</span>
        {trader.simulated && <Badge intent="gold">{t('simulated')}</Badge>}
        {trader.is_follow === FLAG.yes && <Badge intent="good">{t('following')}</Badge>}
      </span>
      <span className="mt-2 line-clamp-2 text-sm text-muted">{trader.about}</span>
      <span className="mt-3 flex items-end gap-4">
        <span className="flex-1">
          <span className="block text-xs text-muted">{t('roi_days', { days })}</span>
          <Num
            value={trader.returns[days].from_ms === null ? null : trader.returns[days].roi}
            form="percent"
            signed
            intent="auto"
            className="text-xl font-semibold"
          />
        </span>
        {trader.figures_ms === null ? (
          <span className="max-w-40 text-end text-xs text-muted">{t('no_figures')}</span>
        ) : (
          <Sparkline values={trader.curve} width={120} height={40} />
        )}
      </span>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2 text-base font-medium">
        <WinRate trader={trader} />
        <Figure name={t('risk')}>
          <Risk trader={trader} />
        </Figure>
        <Figure name={t('aum')}>
          <Num value={trader.follow_amount} form="fixed" decimals={0} unit="USDT" />
        </Figure>
        <Figure name={t('copiers')}>
          <Places trader={trader} />
        </Figure>
      </dl>
    </Link>
  );
}

interface Ranking {
  readonly days: Days;
  readonly sort: Sort;
  readonly filter: TraderFilter;
}

/** Period, order and filters of the list. */
function RankingBar({
  ranking,
  onRanking,
}: {
  readonly ranking: Ranking;
  readonly onRanking: (ranking: Ranking) => void;
}) {
  const t = useText(copytradeText);
  const [open, setOpen] = useState(false);
  const count = countFilters(ranking.filter);
  return (
    <div className="flex flex-col gap-3 wide:flex-row wide:items-center">
      <Tabs
        label={t('period')}
        variant="block"
        className="wide:w-80"
        items={DAYS.map((id) => ({ id, label: t('days', { days: id }) }))}
        value={ranking.days}
        onChange={(days) => onRanking({ ...ranking, days })}
      />
      <div className="flex gap-3 wide:w-96">
        <Select
          label={t('sort')}
          options={SORTS.map((id) => ({ id, label: t(SORT_TEXTS[id]) }))}
          value={ranking.sort}
          onChange={(sort) => onRanking({ ...ranking, sort })}
        />
        <Button variant="plain" onClick={() => setOpen(true)}>
          <SlidersHorizontal className="size-5" aria-hidden="true" />
          {count === 0 ? t('filters') : t('filters_set', { count })}
        </Button>
      </div>
      {open && (
        <FilterSheet
          filter={ranking.filter}
          onFilter={(filter) => {
            onRanking({ ...ranking, filter });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Traders who can be copied, with filters and ranking. */
export default function Traders() {
  const t = useText(copytradeText);
  const [ranking, setRanking] = useState<Ranking>({ days: '30', sort: 'roi', filter: NO_FILTER });
  const { days, sort, filter } = ranking;
  const traders = useCursorPages('follow/traders', sentFilter(filter, days, sort));
  const isFiltered = countFilters(filter) > 0;
  return (
    <Page
      title={t('title')}
      right={
        <Link
          to="/pages/copytrade/my"
          className="grid min-h-11 place-items-center px-3 text-center leading-tight max-[374px]:max-w-[30vw] text-[length:min(0.875rem,4.5vw)] text-gold-ink"
        >
          {t('mine')}
        </Link>
      }
    >
      <RankingBar ranking={ranking} onRanking={setRanking} />
      <div className="mt-3">
        <LoadedPages
          query={traders}
          empty={
            <Empty
              icon={<Users />}
              text={t(isFiltered ? 'no_match' : 'no_traders')}
              next="trade"
              action={
                isFiltered && (
                  <Button variant="plain" onClick={() => setRanking({ ...ranking, filter: NO_FILTER })}>
                    {t('reset')}
                  </Button>
                )
              }
            />
          }
        >
          {(rows) => (
            <ul className="flex flex-col gap-3 wide:grid wide:grid-cols-2">
              {rows.map((trader) => (
                <li key={trader.id}>
                  <TraderCard trader={trader} days={days} />
                </li>
              ))}
            </ul>
          )}
        </LoadedPages>
      </div>
      <p className="mt-4 text-xs text-muted settles">{t('figures_hint')}</p>
      <Button variant="plain" className="mt-4 w-full settles" onClick={() => go.push('/pages/follow/index')}>
        <UserRoundPlus className="size-5" aria-hidden="true" />
        {t('become')}
      </Button>
    </Page>
  );
}
