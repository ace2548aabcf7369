import { CalendarClock } from 'lucide-react';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { cx, Link, LinkIcon } from '../../../ui/index.ts';
import { offered } from '../market.ts';
import { tradeText } from '../text.ts';

export type TradeProduct = 'coin' | 'stock' | 'contract' | 'options';

const ITEM = 'inline-flex min-h-11 shrink-0 items-center px-2 text-lg whitespace-nowrap';

const PRODUCTS = [
  { id: 'coin', to: '/pages/transaction/index', product: 'open_coin_trade' },
  { id: 'stock', to: '/pages/transaction/index', product: 'open_coin_trade' },
  { id: 'contract', to: '/pages/transaction/contract', product: 'open_lever' },
  { id: 'options', to: '/pages/transaction/index2', product: 'open_microtrade' },
] as const;
type Product = (typeof PRODUCTS)[number];

/** The market that a product opens: the shown one where the product offers it, the first stock for stocks, else the usual one. */
function targetOf(
  { id, product }: Product,
  market: Quotation | undefined,
  markets: readonly Quotation[],
): number | undefined {
  if (id === 'stock') return offered(markets, product).find(({ kind }) => kind === 'stock')?.id;
  if (market?.[product] !== 1 || (id === 'coin' && market.kind === 'stock')) return undefined;
  return market.id;
}

/** Tabs of spot, stocks, futures and options; the market stays where the product offers it. */
export function TradeBar({
  at,
  market,
}: {
  readonly at: TradeProduct;
  readonly market: Quotation | undefined;
}) {
  const t = useText(tradeText);
  const { data: markets = [] } = useMarkets();
  const shown = PRODUCTS.filter(
    ({ id }) => id !== 'stock' || at === 'stock' || markets.some(({ kind }) => kind === 'stock'),
  );
  return (
    <header className="sticky top-(--notice) z-20 flex min-h-(--navbar) items-center bg-bg px-2 pt-[max(0px,env(safe-area-inset-top)-var(--notice))]">
      <h1 tabIndex={-1} className="sr-only">
        {t('trade')}
      </h1>
      <nav aria-label={t('products')} className="no-bar fades flex gap-1 overflow-x-auto">
        {shown.map((product) =>
          product.id === at ? (
            <span key={product.id} aria-current="page" className={cx(ITEM, 'font-semibold')}>
              {t(product.id)}
            </span>
          ) : (
            <Link
              key={product.id}
              to={product.to}
              search={{ id: targetOf(product, market, markets) }}
              className={cx(ITEM, 'text-muted')}
            >
              {t(product.id)}
            </Link>
          ),
        )}
      </nav>
      {(at === 'coin' || at === 'stock') && (
        <LinkIcon
          to="/pages/recurring/create"
          search={{ id: market?.id }}
          label={t('recurring')}
          className="ms-auto shrink-0"
        >
          <CalendarClock />
        </LinkIcon>
      )}
    </header>
  );
}
