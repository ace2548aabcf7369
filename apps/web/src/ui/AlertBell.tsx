import { BellPlus } from 'lucide-react';
import type { Quotation } from '../lib/markets.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from './cx.ts';
import { LinkIcon } from './Link.tsx';

/** Link to a new price alert of a market. */
export function AlertBell({
  market,
  className,
}: {
  readonly market: Quotation;
  readonly className?: string;
}) {
  const t = useText(shellText);
  return (
    <LinkIcon
      to="/pages/market/alerts"
      search={{ id: market.id }}
      label={t('price_alert', { name: market.currency_name })}
      className={cx('text-muted [&_svg]:size-5!', className)}
    >
      <BellPlus aria-hidden="true" />
    </LinkIcon>
  );
}
