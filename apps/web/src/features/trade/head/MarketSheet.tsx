import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLivePrice } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { go } from '../../../lib/navigation.ts';
import { isPath } from '../../../lib/paths.ts';
import type { Path } from '../../../lib/paths.ts';
import { useText } from '../../../lib/text.ts';
import { Change, CoinIcon, cx, Empty, Num, SearchField, Sheet, Tabs, StateBadge } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';

const KINDS = ['coin', 'stock', 'all'] as const;
type Kind = (typeof KINDS)[number];

const matches = (market: Quotation, text: string, kind: Kind): boolean =>
  (kind === 'all' || market.kind === kind) &&
  `${symbolOf(market)} ${symbolOf(market).replace('/', '')} ${market.title}`.toLowerCase().includes(text);

/** Opens another market on the same screen. */
function changeMarket(id: number): void {
  const path = go.here().split('?', 1)[0] ?? '';
  go.replace(isPath(path) ? (path as Path) : '/pages/transaction/index', { id });
}

function Row({
  market,
  chosen,
  onChoose,
}: {
  readonly market: Quotation;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const live = useLivePrice(market);
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={chosen || undefined}
      className={cx(
        'flex min-h-14 w-full items-center gap-3 px-5 py-1.5 text-start active:bg-raised',
        chosen && 'bg-gold-soft',
      )}
    >
      <CoinIcon name={market.currency_name} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1 text-lg font-semibold">
          {market.currency_name}
          <span className="text-xs font-normal text-muted">/{market.legal_name}</span>
          <StateBadge state={market.state} />
        </span>
        <span className="block text-xs text-muted">{market.title}</span>
      </span>
      <span className="flex flex-col items-end">
        <Num value={live.now_price} form="fixed" decimals={tickDecimals(market)} flash />
        <Change value={live.change} className="text-sm" />
      </span>
    </button>
  );
}

/** All markets with live prices, to choose another. */
export default function MarketSheet({
  onClose,
  markets,
  chosen,
}: {
  readonly onClose: () => void;
  readonly markets: readonly Quotation[];
  readonly chosen: Quotation;
}) {
  const t = useText(tradeText);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind>(chosen.kind);
  const shown = markets.filter((market) => matches(market, search.trim().toLowerCase(), kind));
  const labels: Record<Kind, string> = { all: t('all'), coin: t('coins'), stock: t('stocks') };
  return (
    <Sheet open onClose={onClose} title={t('markets')}>
      <div className="sticky top-0 z-10 flex flex-col gap-2 bg-surface px-5 pb-2">
        <SearchField label={t('search_market')} value={search} onValue={setSearch} maxLength={20} />
        <Tabs
          label={t('markets')}
          items={KINDS.map((id) => ({ id, label: labels[id] }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      {shown.length === 0 ? (
        <Empty icon={<SearchX />} text={t('no_market', { text: search })} next="beside" />
      ) : (
        <ul className="min-h-[50dvh]">
          {shown.map((market) => (
            <li key={market.id}>
              <Row
                market={market}
                chosen={market.id === chosen.id}
                onChoose={() => {
                  onClose();
                  if (market.id !== chosen.id) changeMarket(market.id);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
