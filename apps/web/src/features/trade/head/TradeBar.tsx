import { CalendarClock } from 'lucide-react';
import { useText } from '../../../lib/text.ts';
import { cx, Link, LinkIcon } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';

export type TradeProduct = 'coin' | 'contract' | 'options';

const ITEM = 'inline-flex min-h-11 items-center px-2 text-lg';

const PRODUCTS = [
  { id: 'coin', to: '/pages/transaction/index' },
  { id: 'contract', to: '/pages/transaction/contract' },
  { id: 'options', to: '/pages/transaction/index2' },
] as const;

/** Tabs of spot, contracts and options; the market stays. */
export function TradeBar({
  at = 'coin',
  market,
}: {
  readonly at?: TradeProduct;
  readonly market?: number | undefined;
}) {
  const t = useText(tradeText);
  return (
    <header className="sticky top-0 z-20 flex min-h-(--navbar) items-center bg-bg/92 px-2 pt-[env(safe-area-inset-top)] backdrop-blur-md">
      <h1 tabIndex={-1} className="sr-only">
        {t('trade')}
      </h1>
      <nav aria-label={t('products')} className="no-bar flex gap-1 overflow-x-auto">
        {PRODUCTS.map(({ id, to }) =>
          id === at ? (
            <span key={id} aria-current="page" className={cx(ITEM, 'font-semibold')}>
              {t(id)}
            </span>
          ) : (
            <Link key={id} to={to} search={{ id: market }} className={cx(ITEM, 'text-muted')}>
              {t(id)}
            </Link>
          ),
        )}
      </nav>
      {at === 'coin' && (
        <LinkIcon
          to="/pages/recurring/create"
          search={{ id: market }}
          label={t('recurring')}
          className="ms-auto shrink-0"
        >
          <CalendarClock />
        </LinkIcon>
      )}
    </header>
  );
}
