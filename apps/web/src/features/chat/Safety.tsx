import { ShieldAlert } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { chatText } from './text.ts';

/** What readers of public rooms must know. */
export function Safety() {
  const t = useText(chatText);
  return (
    <p className="flex items-start gap-2 px-1 py-2 text-xs text-muted">
      <ShieldAlert className="size-4 shrink-0 text-gold-ink" aria-hidden="true" />
      <span>{t('safety')}</span>
    </p>
  );
}
