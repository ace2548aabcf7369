import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { assetsText } from './text.ts';

/** What the user may still send to others within 24 hours. */
export function SendLimit() {
  const t = useText(assetsText);
  const locale = useLocale();
  const limits = useGet('wallet/send_limits', {}, { freshMs: 0 });
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  // The line is there before its figures: a button below it must not move under a finger.
  return (
    <p className="min-h-5 text-sm text-muted">
      {limits.data && t('send_limit', { left: shown(limits.data.left), limit: shown(limits.data.limit) })}
    </p>
  );
}
