import { Flame, History, SearchX, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { useMarkets } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Empty, IconButton, Loaded, MarketRow, Page, SearchField, List } from '../../ui/index.ts';
import { useRecent } from './recent.ts';
import { sorted } from './sorting.ts';
import { marketText } from './text.ts';

/** Markets that are suggested while nobody has searched. */
const MOST_TRADED = 5;

/** Returns the markets of the ids in their order; unknown ids are left out. */
function MarketList({
  ids,
  markets,
  onOpen,
}: {
  readonly ids: readonly number[];
  readonly markets: readonly Quotation[];
  readonly onOpen: (id: number) => void;
}) {
  const found = ids.flatMap((id) => markets.find((market) => market.id === id) ?? []);
  return (
    <List>
      {found.map((market) => (
        <li key={market.id} className="flex">
          <MarketRow market={market} onOpen={() => onOpen(market.id)} />
        </li>
      ))}
    </List>
  );
}

function Section({
  icon,
  title,
  action,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="mt-4" aria-label={title}>
      <div className="flex min-h-11 items-center gap-2 text-sm text-muted [&>svg]:size-4">
        {icon}
        <h2 className="flex-1">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function Found({
  keyword,
  markets,
  onOpen,
}: {
  readonly keyword: string;
  readonly markets: readonly Quotation[];
  readonly onOpen: (id: number) => void;
}) {
  const t = useText(marketText);
  const found = useGet('market/search', { keyword }, { keep: true });
  return (
    <Loaded
      query={found}
      empty={<Empty icon={<SearchX />} text={t('not_found', { text: keyword })} next="market" />}
    >
      {(rows) => <MarketList ids={rows.map((row) => row.match_id)} markets={markets} onOpen={onOpen} />}
    </Loaded>
  );
}

function Suggestions({
  markets,
  recent,
  onOpen,
}: {
  readonly markets: readonly Quotation[];
  readonly recent: ReturnType<typeof useRecent>;
  readonly onOpen: (id: number) => void;
}) {
  const t = useText(marketText);
  const hot = useGet('market/hot', {});
  const isQuiet = hot.data?.length === 0;
  const mostTraded = sorted(markets, { by: 'turnover', down: true })
    .slice(0, MOST_TRADED)
    .map(({ id }) => id);
  return (
    <>
      {recent.ids.length > 0 && (
        <Section
          icon={<History aria-hidden="true" />}
          title={t('recent')}
          action={
            <IconButton label={t('forget_recent')} onClick={recent.forget}>
              <Trash2 className="text-muted" />
            </IconButton>
          }
        >
          <MarketList ids={recent.ids} markets={markets} onOpen={onOpen} />
        </Section>
      )}
      <Section icon={<Flame aria-hidden="true" />} title={t(isQuiet ? 'filter_turnover' : 'hot')}>
        <Loaded query={hot} empty={<MarketList ids={mostTraded} markets={markets} onOpen={onOpen} />}>
          {(rows) => <MarketList ids={rows.map((row) => row.match_id)} markets={markets} onOpen={onOpen} />}
        </Loaded>
      </Section>
    </>
  );
}

/** Market search; before any input it shows recent and popular markets. */
export default function Search() {
  const t = useText(marketText);
  const shell = useText(shellText);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const recent = useRecent();
  const markets = useMarkets();
  const open = (id: number): void => {
    recent.add(id);
    // Counts for the popular markets; failures are ignored.
    void api.post('market/viewed', { match_id: id }, { quiet: true }).catch(() => undefined);
  };
  return (
    <Page title={shell('search')}>
      <SearchField label={t('search')} value={text} onValue={setText} maxLength={20} autoFocus />
      <Loaded query={markets}>
        {(all) =>
          keyword === '' ? (
            <Suggestions markets={all} recent={recent} onOpen={open} />
          ) : (
            <Found keyword={keyword} markets={all} onOpen={open} />
          )
        }
      </Loaded>
    </Page>
  );
}
