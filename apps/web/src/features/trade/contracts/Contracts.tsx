import { floorToStep, format, price } from '@karat/money';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { Button, Loaded, Page, cx } from '../../../ui/index.ts';
import { BOOK, ChartActions, DESK, PANEL, TICKET, TradeSkeleton } from '../TradeLayout.tsx';
import { MarketHead, MarketStats } from '../head/MarketHead.tsx';
import { TradeBar } from '../head/TradeBar.tsx';
import { UnknownMarket } from '../head/UnknownMarket.tsx';
import { openDrafts, useDraft } from '../../../lib/drafts.ts';
import { marketFor, offered, symbolOf } from '../market.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import { ContractTicket } from './ContractTicket.tsx';
import { useDeal, useIndexes, usePositionsChannel } from './use-positions.ts';
import { Positions } from './Positions.tsx';
import { PositionsChart } from './PositionsChart.tsx';
import { Quotes } from './Quotes.tsx';
import { contractText } from './text.ts';
import { resumeForm } from './ticket-form.ts';
import type { Form } from './ticket-form.ts';

const futuresDrafts = openDrafts<Form>();

/** The chart of a phone; its buttons return to the ticket. */
function PhoneChart({ market, chart }: { readonly market: Quotation; readonly chart: ReactNode }) {
  const t = useText(contractText);
  const back = (): void => setTrade({ chartOpen: false });
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <MarketStats market={market} />
      {chart}
      <ChartActions>
        <Button variant="up" onClick={back}>
          {t('buy_long')}
        </Button>
        <Button variant="down" onClick={back}>
          {t('sell_short')}
        </Button>
      </ChartActions>
    </div>
  );
}

/** One market. A phone shows the ticket beside the quotes, or the chart; a wide screen all of them side by side. */
function MarketScreen({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const deal = useDeal(market);
  const indexes = useIndexes([market.id, ...(deal.data?.all_levers.map((each) => each.match_id) ?? [])]);
  const index = indexes.get(market.id) ?? deal.data?.last_price ?? undefined;
  const [typed, setTyped] = useState(() => {
    const { margins, stopsBy } = useTradeSettings.getState();
    return resumeForm(futuresDrafts.of(market.id), { margin: margins[market.id], stopsBy });
  });
  useDraft(futuresDrafts, market.id, typed);
  const pick = (quoted: string): void => {
    const target = format(floorToStep(price(quoted), price(market.tick)));
    setTyped((old) => ({ ...old, kind: 'limit', couponId: null, target }));
  };
  const wide = useWide();
  const charted = useTradeSettings((settings) => settings.chartOpen) && !wide;
  const chart = <PositionsChart market={market} deal={deal.data} indexes={indexes} />;
  return (
    <div className={cx(DESK, 'wide:grid-cols-[minmax(0,1fr)_240px_340px]')}>
      <div className="w-full min-w-0 wide:col-span-3">
        <MarketHead market={market} markets={markets} />
      </div>
      {wide && <div className={`min-h-130 ${PANEL}`}>{chart}</div>}
      {charted ? (
        <PhoneChart market={market} chart={chart} />
      ) : (
        <>
          <div className={cx(TICKET, 'wide:col-start-3 wide:row-span-2 wide:row-start-2', PANEL)}>
            <ContractTicket
              market={market}
              deal={deal.data}
              indexes={indexes}
              typed={typed}
              settling={deal.isLoading}
              onTyped={setTyped}
            />
          </div>
          <div className={cx(BOOK, 'wide:col-start-2 wide:row-start-2', PANEL)}>
            <Quotes market={market} index={index} onPick={pick} />
          </div>
        </>
      )}
      <div className={cx('w-full min-w-0 wide:col-span-2', PANEL, deal.isLoading && 'invisible')}>
        <Positions deal={deal} indexes={indexes} unit={market.legal_name} />
      </div>
    </div>
  );
}

const PATH = '/pages/transaction/contract';

/** Futures trading. */
export default function Contracts() {
  const t = useText(contractText);
  const id = useIdParam('id');
  const markets = useMarkets();
  usePositionsChannel();
  const market = marketFor(markets.data, 'open_lever', id);
  return (
    <Page
      title=""
      name={market ? `${t('contracts')} ${symbolOf(market)}` : t('contracts')}
      bar={<TradeBar at="contract" market={market} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<TradeSkeleton />}>
        {(all) =>
          market ? (
            <MarketScreen key={market.id} market={market} markets={offered(all, 'open_lever')} />
          ) : (
            <UnknownMarket to={PATH} usual={marketFor(all, 'open_lever', undefined)} />
          )
        }
      </Loaded>
    </Page>
  );
}
