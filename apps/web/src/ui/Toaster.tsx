import { useEffect, useRef } from 'react';
import { useBusyIndicator } from '../lib/busy.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { closeToast, useToasts } from '../lib/toast.ts';
import type { ToastTone } from '../lib/toast.ts';
import { cx } from './cx.ts';

const DOTS: Readonly<Record<ToastTone, string | null>> = { plain: null, good: 'bg-up', bad: 'bg-down' };

/** Shows toasts. A popover, so that it lies above open sheets; announced by its own live region. */
export function Toaster() {
  const { now } = useToasts();
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popover.current;
    // Safari before 17 and Firefox before 125 have no popovers: there a toast lies below an open sheet.
    if (!element || !('showPopover' in element)) return;
    element.hidePopover();
    if (now) element.showPopover();
  }, [now]);
  const dot = now && DOTS[now.intent];
  return (
    <>
      <div role="status" className="sr-only">
        {now?.text}
      </div>
      <div
        ref={popover}
        popover="manual"
        hidden={now === null}
        aria-hidden="true"
        onClick={closeToast}
        className={cx(
          now?.intent === 'bad'
            ? 'top-[calc(var(--notice)+var(--navbar)+env(safe-area-inset-top)+8px)] mb-auto cursor-pointer'
            : 'pointer-events-none top-[40dvh] my-auto',
          'fixed inset-x-0 mx-auto w-fit max-w-[min(360px,calc(100vw-64px))] animate-[toast-in_160ms_ease-out] rounded-md border-0 bg-ink px-4 py-3 text-base text-bg shadow-(--shadow)',
        )}
      >
        <p className="flex items-center gap-2.5">
          {dot && <span className={cx('size-2 shrink-0 rounded-full', dot)} />}
          {now?.text}
        </p>
      </div>
    </>
  );
}

/** Progress bar at the top once a request takes longer than 800 ms. */
export function BusyLine() {
  const t = useText(shellText);
  const { shown } = useBusyIndicator();
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-0 z-50 h-0.75 overflow-hidden"
    >
      <div className="h-full w-1/3 animate-[progress_1.1s_ease-in-out_infinite] rounded-full bg-gold" />
    </div>
  );
}
