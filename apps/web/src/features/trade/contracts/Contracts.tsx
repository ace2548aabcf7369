import { format, percentFromRate, price, rate } from '@karat/money';
import { openingPrice } from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import { ListChecks } from 'lucide-react';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useText } from '../../../lib/text.ts';
import { Empty, Fact, Link, Loaded, Num, Page } from '../../../ui/index.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { TradeSkeleton, PANEL } from '../TradeLayout.tsx';
import { MarketHead } from '../head/MarketHead.tsx';
import { TradeBar } from '../head/TradeBar.tsx';
import { marketFor, offered, symbolOf, tickDecimals } from '../market.ts';
import { ContractTicket } from './ContractTicket.tsx';
import { useDeal, useIndexes, usePositionsChannel } from './use-positions.ts';
import { Positions } from './Positions.tsx';
import { contractText } from './text.ts';

/** A rate in percent. */
const percent = (text: string): string => format(percentFromRate(rate(text)));

/** Index, opening prices of both sides, and the market's terms. */
function Quotes({ market, index }: { readonly market: Quotation; readonly index: string | undefined }) {
  const t = useText(contractText);
  const decimals = tickDecimals(market);
  const at = (side: PositionSide): string | undefined =>
    index === undefined ? undefined : format(openingPrice(side, price(index), price(market.spread)));
  return (
    <div className="text-xs">
      <dl className="flex flex-col gap-1">
        <Fact name={t('index')}>
          <Num value={index} form="fixed" decimals={decimals} flash />
        </Fact>
        <Fact name={t('ask')}>
          <Num value={at('long')} form="fixed" decimals={decimals} />
        </Fact>
        <Fact name={t('bid')}>
          <Num value={at('short')} form="fixed" decimals={decimals} />
        </Fact>
        <Fact name={t('spread')}>
          <Num value={market.spread} />
        </Fact>
        <Fact name={t('fee_rate')}>
          <Num value={percent(market.lever_trade_fee)} unit="%" />
        </Fact>
        <Fact name={t('overnight_rate')}>
          <Num value={percent(market.overnight)} unit="%" />
        </Fact>
      </dl>
      <p className="mt-2 text-muted">{t('index_note')}</p>
    </div>
  );
}

function ContractDesk({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const t = useText(contractText);
  const deal = useDeal(market);
  const indexes = useIndexes([market.id, ...(deal.data?.all_levers.map((each) => each.match_id) ?? [])]);
  const index = indexes.get(market.id) ?? deal.data?.last_price ?? undefined;
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-[minmax(0,1fr)_340px] wide:gap-2">
      <div className="wide:col-span-2">
        <MarketHead market={market} markets={markets} />
      </div>
      <div className={`wide:min-h-130 ${PANEL}`}>
        <ChartPanel market={market} />
      </div>
      <div className={`wide:row-span-2 ${PANEL} flex flex-col gap-4`}>
        <ContractTicket market={market} deal={deal.data} indexes={indexes} />
        <Quotes market={market} index={index} />
      </div>
      <div className={PANEL}>
        <div className="flex justify-end">
          <Link
            to="/pages/transaction/contract_order"
            className="inline-flex min-h-11 items-center gap-1 text-sm text-gold-ink"
          >
            {t('history')}
            <ListChecks className="size-5" aria-hidden="true" />
          </Link>
        </div>
        <Positions deal={deal} indexes={indexes} />
      </div>
    </div>
  );
}

/** The contract trading screen. */
export default function Contracts() {
  const t = useText(contractText);
  const id = useIdParam('id');
  const markets = useMarkets();
  usePositionsChannel();
  const market = marketFor(markets.data, 'open_lever', id);
  return (
    <Page
      title=""
      name={market ? symbolOf(market) : t('contracts')}
      bar={<TradeBar at="contract" market={market?.id} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<TradeSkeleton />}>
        {(all) =>
          market ? (
            <ContractDesk key={market.id} market={market} markets={offered(all, 'open_lever')} />
          ) : (
            <Empty />
          )
        }
      </Loaded>
    </Page>
  );
}
