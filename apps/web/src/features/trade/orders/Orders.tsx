import { useMarkets } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { go } from '../../../lib/navigation.ts';
import { useText } from '../../../lib/text.ts';
import { Page } from '../../../ui/index.ts';
import { symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { useOwnLine } from './live.ts';
import { OrderTabs } from './OrderTabs.tsx';

/** All own orders: open, ended, filled; of every market or of one. */
export default function Orders() {
  const t = useText(tradeText);
  const id = useIdParam('id');
  const { data: markets = [] } = useMarkets();
  useOwnLine();
  const traded = markets.filter((market) => market.open_coin_trade === 1);
  return (
    <Page title={t('orders')} back="/pages/transaction/index">
      <select
        aria-label={t('filter_market')}
        value={id ?? ''}
        onChange={(event) => {
          const chosen = event.target.value;
          go.replace('/pages/transaction/currency_order', chosen === '' ? {} : { id: chosen });
        }}
        className="mb-2 min-h-11 w-full appearance-none rounded-md border border-line bg-surface px-4 wide:w-72"
      >
        <option value="">{t('all_markets')}</option>
        {traded.map((market) => (
          <option key={market.id} value={market.id}>
            {symbolOf(market)}
          </option>
        ))}
      </select>
      <OrderTabs market={traded.find((market) => market.id === id)} />
    </Page>
  );
}
