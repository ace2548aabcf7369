import { OPTION_DIRECTION } from '@karat/contract';
import { ListChecks } from 'lucide-react';
import { useIndex } from '../../../lib/index-price.ts';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { cx, Empty, Link, Loaded, Num, Page } from '../../../ui/index.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { TradeSkeleton, PANEL } from '../TradeLayout.tsx';
import { MarketHead } from '../head/MarketHead.tsx';
import { StateNote } from '../head/StateNote.tsx';
import { TradeBar } from '../head/TradeBar.tsx';
import { marketFor, offered, symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { useOpenOptions, useOptionsChannel, useSettled } from './use-own-options.ts';
import { OpenOptions } from './OpenOptions.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { optionsText } from './text.ts';
import { OptionTicket } from './Ticket.tsx';

/** The settlement index and its interruptions. */
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

function Desk({ market, markets }: { readonly market: Quotation; readonly markets: readonly Quotation[] }) {
  const t = useText(optionsText);
  const loggedIn = useSession((state) => state.token !== null);
  const open = useOpenOptions();
  const index = useIndex(market.id);
  const [settled, putAway] = useSettled();
  const marks = (open.data ?? []).flatMap(({ order }) =>
    order.match_id === market.id && order.open_price !== null
      ? [
          {
            id: order.id,
            price: order.open_price,
            up: order.type === OPTION_DIRECTION.up,
            until: order.handled_ms,
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
            <Link
              to="/pages/transaction/seconds_order"
              className="inline-flex min-h-11 items-center gap-1 text-sm text-gold-ink"
            >
              <ListChecks className="size-5" aria-hidden="true" />
              {t('history')}
            </Link>
          </div>
          <OpenOptions query={open} />
        </section>
      )}
      <ResultSheet order={settled} onClose={putAway} />
    </div>
  );
}

/** Seconds options: index, chart, ticket, open options. */
export default function Options() {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  const id = useIdParam('id');
  const markets = useMarkets();
  useOptionsChannel();
  const market = marketFor(markets.data, 'open_microtrade', id);
  return (
    <Page
      title=""
      name={market ? `${t('options')} ${symbolOf(market)}` : trade('trade')}
      bar={<TradeBar at="options" market={market?.id} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<TradeSkeleton />}>
        {(all) =>
          market ? (
            <Desk key={market.id} market={market} markets={offered(all, 'open_microtrade')} />
          ) : (
            <Empty />
          )
        }
      </Loaded>
    </Page>
  );
}
