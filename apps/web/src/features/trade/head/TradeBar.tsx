import { useText } from '../../../lib/text.ts';
import { cx, Go } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';

const ITEM = 'inline-flex min-h-11 items-center px-2 text-lg';

/** On top of the trade tab: coins here, contracts and options a tap away. */
export function TradeBar() {
  const t = useText(tradeText);
  return (
    <header className="sticky top-0 z-20 flex min-h-(--navbar) items-center bg-bg/92 px-2 pt-[env(safe-area-inset-top)] backdrop-blur-md">
      <h1 tabIndex={-1} className="sr-only">
        {t('trade')}
      </h1>
      <nav aria-label={t('products')} className="no-bar flex gap-1 overflow-x-auto">
        <span aria-current="page" className={cx(ITEM, 'font-semibold')}>
          {t('coin')}
        </span>
        <Go to="/pages/transaction/contract" className={cx(ITEM, 'text-muted')}>
          {t('contract')}
        </Go>
        <Go to="/pages/transaction/index2" className={cx(ITEM, 'text-muted')}>
          {t('options')}
        </Go>
      </nav>
    </header>
  );
}
