import { useLocale, useText } from '../../../lib/text.ts';
import { formatMinute } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { tradeText } from '../text.ts';

/** Effect of the market's state on orders, and its end. */
export function StateNote({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const { state, opens_ms: opens } = market;
  if (state === 'open') return null;
  const text = {
    closed: opens === null ? t('closed_note_plain') : t('closed_note', { time: formatMinute(opens, locale) }),
    halted: t('halted_note'),
    cancel_only: t('cancel_only_note'),
  }[state];
  return (
    <p role="status" className="rounded-md bg-gold-soft px-3 py-2 text-sm text-gold-ink">
      {text}
    </p>
  );
}
