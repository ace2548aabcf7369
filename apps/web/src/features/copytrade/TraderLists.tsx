import { POSITION_SIDE } from '@karat/contract';
import { EyeOff, History, Layers, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../lib/cursor-pages.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { quoteOf } from '../../lib/symbol.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, List, ListRow, Loaded, LoadedPages, MarketPrice, Num, Tabs } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

/** Poll interval of open positions. */
const REFRESH_MS = 10_000;
const LISTS = ['open_positions', 'history', 'copiers'] as const;
type Shown = (typeof LISTS)[number];
interface ListProps {
  readonly trader: number;
}

/** Market, side and leverage of a position. */
function PositionTitle({
  row,
}: {
  readonly row: { readonly symbol: string; readonly type: number; readonly multiple: number };
}) {
  const t = useText(copytradeText);
  return (
    <span className="flex items-center gap-2">
      {row.symbol}
      <Badge intent={row.type === POSITION_SIDE.long ? 'good' : 'bad'}>
        {t(row.type === POSITION_SIDE.long ? 'long' : 'short')} {row.multiple}×
      </Badge>
    </span>
  );
}

/** Open positions, as far as the trader shows them. */
function OpenPositions({ trader }: ListProps) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const open = useGet('follow/positions', { trader_user_id: trader }, { everyMs: REFRESH_MS });
  return (
    <Loaded query={open} isEmpty={() => false}>
      {({ positions, delay_minutes: minutes, data }) => (
        <>
          {positions === 'delayed' && (
            <p className="mb-2 px-1 text-xs text-muted">{t('positions_delayed', { minutes })}</p>
          )}
          {data.length === 0 ? (
            <Empty
              icon={positions === 'hidden' ? <EyeOff /> : <Layers />}
              text={t(positions === 'hidden' ? 'positions_hidden' : 'no_open')}
              next="beside"
            />
          ) : (
            <List ground="card">
              {data.map((row) => (
                <ListRow
                  key={row.id}
                  title={<PositionTitle row={row} />}
                  hint={formatTime(row.opened_ms, locale)}
                  meta={
                    <>
                      <Num value={row.share} unit={t('lots_unit')} /> · {t('open_price')}{' '}
                      <MarketPrice market={row.match_id} value={row.price} unit={quoteOf(row.symbol)} />
                    </>
                  }
                  end={
                    <Num value={row.profits} form="result" decimals={2} signed intent="auto" unit="USDT" />
                  }
                />
              ))}
            </List>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Closed trades. */
function Trades({ trader }: ListProps) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const trades = usePages('get', 'follow/historyTrade', { trader_user_id: trader });
  return (
    <LoadedPages query={trades} empty={<Empty icon={<History />} text={t('no_trades')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={row.id}
              title={<PositionTitle row={row} />}
              hint={formatTime(row.closed_ms, locale)}
              meta={
                <>
                  <Num value={row.share} unit={t('lots_unit')} /> ·{' '}
                  <MarketPrice market={row.match_id} value={row.price} /> →{' '}
                  <MarketPrice market={row.match_id} value={row.close_price} unit={quoteOf(row.symbol)} />
                </>
              }
              end={<Num value={row.profits} form="result" decimals={2} signed intent="auto" unit="USDT" />}
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Present copiers without their names. */
function Copiers({ trader }: ListProps) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const copiers = useCursorPages('follow/copiers', { trader_user_id: trader });
  return (
    <LoadedPages query={copiers} empty={<Empty icon={<Users />} text={t('no_copiers')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={row.id}
              title={row.nickname}
              hint={t('since_day', { day: formatDate(row.since_ms, locale) })}
              end={<Num value={row.profit} form="result" decimals={2} signed intent="auto" unit="USDT" />}
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

const SHOWN: Readonly<Record<Shown, (trader: number) => ReactNode>> = {
  open_positions: (trader) => <OpenPositions trader={trader} />,
  history: (trader) => <Trades trader={trader} />,
  copiers: (trader) => <Copiers trader={trader} />,
};

/** Open positions, closed trades and copiers of a trader. */
export function TraderLists({ trader }: ListProps) {
  const t = useText(copytradeText);
  const [shown, setShown] = useState<Shown>('open_positions');
  return (
    <section>
      <Tabs
        label={t('trader')}
        items={LISTS.map((id) => ({ id, label: t(id) }))}
        value={shown}
        onChange={setShown}
      />
      <div className="mt-3">{SHOWN[shown](trader)}</div>
    </section>
  );
}
