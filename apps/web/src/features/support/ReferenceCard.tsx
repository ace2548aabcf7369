import { ReceiptText } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import type { Reference } from './log.ts';
import { supportText } from './text.ts';

/** An order or transaction that a message refers to. */
export function ReferenceCard({ reference }: { readonly reference: Reference }) {
  const t = useText(supportText);
  const locale = useLocale();
  return (
    <span className="my-1 flex items-center gap-3 rounded-md border border-line bg-bg p-3 text-start">
      <ReceiptText className="size-5 shrink-0 text-gold-ink" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-muted">
          {t(`record_${reference.kind}`)} · {t('number', { id: reference.id })}
        </span>
        <span className="block text-base font-semibold tnum">{reference.title}</span>
        <span className="block text-xs text-muted tnum">{reference.detail}</span>
        <span className="block text-xs text-muted tnum">{formatTime(reference.created_ms, locale)}</span>
      </span>
    </span>
  );
}
