import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { cx } from '../cx.ts';
import { formatTimeOfDay } from '../../lib/format.ts';
import { conversationText } from './text.ts';

interface BubbleProps {
  readonly own: boolean;
  readonly atMs: number;
  /** Name above the text of others. */
  readonly author?: ReactNode;
  /** Beside the time: sent, read, held. */
  readonly mark?: ReactNode;
  /** Not confirmed by the server yet. */
  readonly faint?: boolean;
  /** Keeps clear of the other side. */
  readonly inset?: boolean;
  readonly children: ReactNode;
}

/** A message: own ones at the end in gold, those of others at the start. */
export function Bubble({ own, atMs, author, mark, faint = false, inset = true, children }: BubbleProps) {
  const locale = useLocale();
  return (
    <div
      className={cx('flex flex-col', own ? 'items-end' : 'items-start', inset && (own ? 'ps-10' : 'pe-10'))}
    >
      <div
        className={cx(
          'max-w-full min-w-16 rounded-lg px-3.5 pt-2 pb-1.5',
          own ? 'rounded-ee-[4px] bg-gold-soft' : 'rounded-es-[4px] bg-surface',
          faint && 'opacity-65',
        )}
      >
        {author}
        <div className="text-lg break-words whitespace-pre-wrap">{children}</div>
        <p className="mt-0.5 flex items-center justify-end gap-1 text-xs text-muted tnum">
          {formatTimeOfDay(atMs, locale)}
          {mark}
        </p>
      </div>
    </div>
  );
}

interface NotSentProps {
  readonly failure: string;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** Below a message that was not sent: why, and what can be done. */
export function NotSent({ failure, onRetry, onDiscard }: NotSentProps) {
  const t = useText(conversationText);
  const shell = useText(shellText);
  return (
    <div role="alert" className="flex flex-col items-end text-xs text-bad-ink">
      <p className="flex items-center gap-1.5 pt-1 text-end">
        <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
        <span>
          <span className="font-semibold">{t('not_sent')}</span> · {failure}
        </span>
      </p>
      <p className="flex">
        <button type="button" onClick={onDiscard} className="min-h-11 px-3 text-sm text-muted">
          {t('discard')}
        </button>
        <button type="button" onClick={onRetry} className="min-h-11 ps-3 text-sm font-semibold text-gold-ink">
          {shell('retry')}
        </button>
      </p>
    </div>
  );
}

/** An event between the messages. */
export const EventLine = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-6 py-1.5 text-center text-xs text-balance text-muted">{children}</p>
);
