import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Empty, List, LoadedPages } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import { useFills, useHistory } from './use-own-orders.ts';
import { FillCard, OrderCard } from './OrderCard.tsx';

const pairOf = (market: Quotation | undefined) =>
  market ? { currency_id: market.currency_id, legal_id: market.legal_id } : {};

/** Closed orders. */
export function History({ market }: { readonly market: Quotation | undefined }) {
  const t = useText(tradeText);
  return (
    <LoadedPages
      query={useHistory(pairOf(market))}
      empty={<Empty text={t('no_history')} next="trade" className="py-8!" />}
    >
      {(rows) => (
        <List>
          {rows.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Fills. */
export function Fills({ market }: { readonly market: Quotation | undefined }) {
  const t = useText(tradeText);
  return (
    <LoadedPages
      query={useFills(pairOf(market))}
      empty={<Empty text={t('no_fills')} next="trade" className="py-8!" />}
    >
      {(rows) => (
        <List>
          {rows.map((fill) => (
            <li key={fill.id}>
              <FillCard fill={fill} />
            </li>
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
