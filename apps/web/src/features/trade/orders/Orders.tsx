import { useMarkets } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { go } from '../../../lib/navigation.ts';
import { useText } from '../../../lib/text.ts';
import { Page, Select } from '../../../ui/index.ts';
import { offered, symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { useOwnOrdersChannel } from './use-own-orders.ts';
import { OrderTabs } from './OrderTabs.tsx';

/** All orders of the user: open, closed, fills; of every market or of one. */
export default function Orders() {
  const t = useText(tradeText);
  const id = useIdParam('id');
  const { data: markets = [] } = useMarkets();
  useOwnOrdersChannel();
  const traded = offered(markets, 'open_coin_trade');
  return (
    <Page title={t('orders')} back="/pages/transaction/index">
      <Select
        label={t('filter_market')}
        options={[
          { id: '', label: t('all_markets') },
          ...traded.map((market) => ({ id: String(market.id), label: symbolOf(market) })),
        ]}
        value={String(id ?? '')}
        onChange={(chosen) =>
          go.replace('/pages/transaction/currency_order', chosen === '' ? {} : { id: chosen })
        }
        className="mb-2 wide:w-72"
      />
      <OrderTabs market={traded.find((market) => market.id === id)} />
    </Page>
  );
}
