import { ArrowDown, ArrowUp, CalendarDays, LayoutGrid, List as ListIcon, Search, Star } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMarkets, useSparklines } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useNow } from '../../lib/now.ts';
import { useParam } from '../../lib/params.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useSession } from '../../lib/session.ts';
import { useTickersStale } from '../../lib/tickers.ts';
import { useText } from '../../lib/text.ts';
import {
  AlertBell,
  Badge,
  Button,
  cx,
  Empty,
  IconButton,
  Link,
  LinkIcon,
  Loaded,
  MarketRow,
  Page,
  Tabs,
  FavouriteStar,
  StateBadge,
  List,
} from '../../ui/index.ts';
import { useFavourites } from '../../lib/favourites.ts';
import { Heatmap } from './Heatmap.tsx';
import { COLUMNS, FILTERS, filtered, nextSorting, sorted } from './sorting.ts';
import type { Column, Filter, Sorting } from './sorting.ts';
import { marketText } from './text.ts';

const TABS = ['favourites', 'coin', 'stock'] as const;
type Tab = (typeof TABS)[number];

/** Column heads that sort. */
function Heads({
  sorting,
  onSort,
  className,
}: {
  readonly className?: string;
  readonly sorting: Sorting | null;
  readonly onSort: (by: Column) => void;
}) {
  const t = useText(marketText);
  const Arrow = sorting?.down ? ArrowDown : ArrowUp;
  return (
    <div className={cx('flex flex-wrap items-center ps-8 text-xs text-muted', className)}>
      {COLUMNS.map((column) => (
        <button
          key={column}
          type="button"
          aria-label={t('sort_by', { column: t(column) })}
          aria-pressed={sorting?.by === column}
          onClick={() => onSort(column)}
          className={cx(
            'inline-flex min-h-11 items-center gap-1',
            column === 'turnover' ? 'flex-1 ps-3' : column !== 'name' && 'ps-4',
          )}
        >
          {t(column)}
          {sorting?.by === column && <Arrow className="size-3" aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}

/** Empty state of the favourites. */
function NoFavourites({ seeCoins }: { readonly seeCoins: () => void }) {
  const t = useText(marketText);
  const shell = useText(shellText);
  const loggedIn = useSession((state) => state.token !== null);
  const { list } = useFavourites();
  return loggedIn ? (
    <Loaded query={list} isEmpty={() => false}>
      {() => (
        <Empty
          icon={<Star />}
          text={t('no_favourites')}
          action={<Button onClick={seeCoins}>{t('see_coins')}</Button>}
        />
      )}
    </Loaded>
  ) : (
    <Empty
      icon={<Star />}
      text={t('login_favourites')}
      action={<Button onClick={() => withLogin(() => undefined)}>{shell('login')}</Button>}
    />
  );
}

/** The market's state in a row; that stocks are closed is shown once above their list. */
const noteOf = ({ state }: Quotation, tab: Tab): ReactNode =>
  state === 'open' || (state === 'closed' && tab === 'stock') ? undefined : <StateBadge state={state} />;

/** Rows with favourite stars; dimmed while prices are stale. */
function MarketList({
  markets,
  tab,
  stale,
}: {
  readonly markets: readonly Quotation[];
  readonly tab: Tab;
  readonly stale: boolean;
}) {
  const closes = useSparklines();
  return (
    <List className={cx('wide:grid wide:grid-cols-2 wide:gap-x-8 wide:divide-y-0', stale && 'opacity-60')}>
      {markets.map((market) => (
        <li key={market.id} className="flex items-center wide:border-b wide:border-line">
          <FavouriteStar market={market} className="-ms-3" />
          <MarketRow market={market} closes={closes.get(market.id)} note={noteOf(market, tab)} dense />
          <AlertBell market={market} className="-me-3" />
        </li>
      ))}
    </List>
  );
}

const firstTab = (param: string | undefined): Tab => TABS.find((tab) => tab === param) ?? 'coin';

/** All markets with live prices: favourites, coins, stocks. The address selects the tab. */
export default function Market() {
  const tab = firstTab(useParam('tab'));
  return <Markets key={tab} first={tab} />;
}

/** Kind filter and the choice between list and heatmap. */
function Filters({
  filter,
  onFilter,
  isMap,
  onMap,
}: {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly isMap: boolean;
  readonly onMap: (isMap: boolean) => void;
}) {
  const t = useText(marketText);
  return (
    <div className="mt-3 flex items-center gap-2">
      <Tabs
        label={t('filter')}
        variant="chips"
        className="min-w-0 flex-1"
        items={FILTERS.map((id) => ({ id, label: t(`filter_${id}`) }))}
        value={filter}
        onChange={onFilter}
      />
      <IconButton label={t('heatmap')} aria-pressed={isMap} onClick={() => onMap(!isMap)}>
        {isMap ? <ListIcon /> : <LayoutGrid />}
      </IconButton>
    </div>
  );
}

function StockNotes({ markets }: { readonly markets: readonly Quotation[] }) {
  const t = useText(marketText);
  return (
    <>
      {markets.some((market) => market.state === 'closed') && (
        <p className="mb-2 rounded-md bg-gold-soft px-3 py-2 text-sm text-gold-ink">{t('stock_hours')}</p>
      )}
      <Link to="/pages/market/stocks" className="flex min-h-11 items-center gap-2 text-sm text-gold-ink">
        <CalendarDays className="size-4" aria-hidden="true" />
        {t('see_hours')}
      </Link>
    </>
  );
}

/** The markets of a tab as a sortable list or as a heatmap. */
function Found({
  markets,
  tab,
  isMap,
  stale,
}: {
  readonly markets: readonly Quotation[];
  readonly tab: Tab;
  readonly isMap: boolean;
  readonly stale: boolean;
}) {
  const t = useText(marketText);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  if (markets.length === 0) return <Empty text={t('none_match')} next="beside" />;
  if (isMap) return <Heatmap markets={markets} />;
  const heads = { sorting, onSort: (column: Column) => setSorting(nextSorting(sorting, column)) };
  return (
    <>
      <div className="wide:grid wide:grid-cols-2 wide:gap-x-8">
        <Heads {...heads} />
        <Heads {...heads} className="hidden wide:flex" />
      </div>
      <MarketList markets={sorted(markets, sorting)} tab={tab} stale={stale} />
    </>
  );
}

function Markets({ first }: { readonly first: Tab }) {
  const t = useText(marketText);
  const shell = useText(shellText);
  const [tab, setTab] = useState(first);
  const [filter, setFilter] = useState<Filter>('all');
  const [isMap, setMap] = useState(false);
  const markets = useMarkets();
  const favourites = useFavourites();
  const stale = useTickersStale();
  const now = useNow();
  const ofTab = (markets.data ?? []).filter((market) =>
    tab === 'favourites' ? favourites.has(market.currency_id) : market.kind === tab,
  );
  const labels: Record<Tab, string> = { favourites: t('favourites'), coin: t('coins'), stock: t('stocks') };
  const simulated = ofTab.some((market) => market.source === 'simulated');
  return (
    <Page
      title={t('title')}
      back={false}
      right={
        <LinkIcon to="/pages/market/search" label={shell('search')}>
          <Search />
        </LinkIcon>
      }
    >
      <Tabs
        label={t('title')}
        items={TABS.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={setTab}
      />
      <Filters filter={filter} onFilter={setFilter} isMap={isMap} onMap={setMap} />
      <div className="my-2 flex gap-2 empty:hidden">
        {simulated && <Badge intent="gold">{shell('simulated')}</Badge>}
        {stale && markets.data && <Badge intent="bad">{shell('stale')}</Badge>}
      </div>
      {tab === 'stock' && <StockNotes markets={ofTab} />}
      <Loaded query={markets}>
        {() =>
          tab === 'favourites' && ofTab.length === 0 ? (
            <NoFavourites seeCoins={() => setTab('coin')} />
          ) : (
            <Found
              key={`${tab} ${filter}`}
              markets={filtered(ofTab, filter, now)}
              tab={tab}
              isMap={isMap}
              stale={stale}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
