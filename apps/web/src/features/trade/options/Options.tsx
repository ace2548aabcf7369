import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { cx, Empty, Go, Loaded, Num, Page, Skeleton } from '../../../ui/index.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { MarketHead } from '../head/MarketHead.tsx';
import { StateNote } from '../head/StateNote.tsx';
import { TradeBar } from '../head/TradeBar.tsx';
import { symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { remaining, useIndex, useOpenOptions, useOptionsLine, useRunningTime, useSettled } from './live.ts';
import { OptionCard } from './OptionCard.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { optionsText } from './text.ts';
import { OptionTicket } from './Ticket.tsx';

const PANEL = 'wide:rounded-lg wide:bg-surface wide:p-4';

/** The index by which options are settled, and what holds it up. */
function IndexLine({ index }: { readonly index: ReturnType<typeof useIndex> }) {
  const t = useText(optionsText);
  return (
    <>
      <p className={cx('flex items-baseline gap-2 text-sm', index.stale && 'opacity-60')}>
        <span className="text-muted">{t('index_now')}</span>
        <Num value={index.price} flash className="font-semibold" />
      </p>
      {(index.broken || index.stale) && (
        <p role="status" className="rounded-md bg-gold-soft px-3 py-2 text-sm text-gold-ink">
          {t(index.broken ? 'broken_note' : 'stale_note')}
        </p>
      )}
    </>
  );
}

function OpenOptions({ open }: { readonly open: ReturnType<typeof useOpenOptions> }) {
  const t = useText(optionsText);
  const now = useRunningTime((open.data?.length ?? 0) > 0);
  return (
    <Loaded of={open} empty={<Empty text={t('none_open')} className="py-8!" />}>
      {(rows) => (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.order.id}>
              <OptionCard order={row.order} left={remaining(row, now)} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Desk({ market, markets }: { readonly market: Quotation; readonly markets: readonly Quotation[] }) {
  const t = useText(optionsText);
  const loggedIn = useSession((state) => state.token !== null);
  const open = useOpenOptions();
  const index = useIndex(market.id);
  const [settled, putAway] = useSettled();
  const [now] = useState(() => Date.now());
  const marks = (open.data ?? []).flatMap(({ order, at }) =>
    order.match_id === market.id && order.open_price !== null
      ? [
          {
            id: order.id,
            price: order.open_price,
            up: order.type === 1,
            until: Math.max(now, at) + order.remain_milli_seconds,
          },
        ]
      : [],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 wide:grid-cols-[minmax(0,1fr)_360px] wide:gap-2">
      <div className="flex flex-col gap-2 wide:col-span-2">
        <MarketHead market={market} markets={markets} />
        <StateNote market={market} />
        <IndexLine index={index} />
      </div>
      <div className={cx('wide:min-h-130', PANEL)}>
        <ChartPanel market={market} marks={marks} />
      </div>
      <div className={cx('wide:row-span-2', PANEL)}>
        <OptionTicket market={market} paused={market.state !== 'open' || index.stale} />
      </div>
      {loggedIn && (
        <section className={PANEL}>
          <div className="flex items-center justify-between">
            <h2 className="font-semibold">{t('open_options')}</h2>
            <Go
              to="/pages/transaction/seconds_order"
              className="inline-flex min-h-11 items-center gap-1 text-sm text-gold-ink"
            >
              <ListChecks className="size-5" aria-hidden="true" />
              {t('history')}
            </Go>
          </div>
          <OpenOptions open={open} />
        </section>
      )}
      <ResultSheet order={settled} onClose={putAway} />
    </div>
  );
}

/** Seconds options: the index, its chart, the ticket, what is open. */
export default function Options() {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  const id = useIdParam('id');
  const markets = useMarkets();
  useOptionsLine();
  const offered = (markets.data ?? []).filter((market) => market.open_microtrade === 1);
  const market = offered.find((row) => row.id === id) ?? offered[0];
  return (
    <Page
      title=""
      name={market ? `${t('options')} ${symbolOf(market)}` : trade('trade')}
      bar={<TradeBar at="options" market={market?.id} />}
      className="pt-0!"
    >
      <Loaded of={markets} skeleton={<Skeleton className="h-96" />}>
        {() => (market ? <Desk key={market.id} market={market} markets={offered} /> : <Empty />)}
      </Loaded>
    </Page>
  );
}
