import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { assetsText } from './text.ts';

/** What the user may still send to others within 24 hours. */
export function SendLimit() {
  const t = useText(assetsText);
  const locale = useLocale();
  const limits = useGet('wallet/send_limits', {}, { freshMs: 0 });
  if (!limits.data) return null;
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  return (
    <p className="text-sm text-muted">
      {t('send_limit', { left: shown(limits.data.left), limit: shown(limits.data.limit) })}
    </p>
  );
}
