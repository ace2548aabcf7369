import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { useText } from '../../../lib/text.ts';
import { Change, IconButton } from '../../../ui/index.ts';
import { LivePrice } from '../LivePrice.tsx';
import { symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';

interface LockableOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
}

/** Uses the whole screen, in landscape where the device allows it. Devices without it show a full page. */
async function enter(): Promise<void> {
  const { documentElement: root } = document;
  await root.requestFullscreen?.().catch(() => undefined);
  const orientation: LockableOrientation | undefined = globalThis.screen?.orientation;
  await orientation?.lock?.('landscape').catch(() => undefined);
}

function leave(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}

/** The market with its price and its change of 24 h, in one line. */
function Head({ market }: { readonly market: Quotation }) {
  const live = useTicker(market.id) ?? market;
  return (
    <div className="flex min-w-0 items-baseline gap-x-3">
      <h2 className="font-semibold">{symbolOf(market)}</h2>
      <LivePrice market={market} className="font-semibold" />
      <Change value={live.change} className="text-sm" />
    </div>
  );
}

/** A chart over the whole screen; Escape, the back gesture and the button close it. */
export default function FullScreen({
  market,
  onClose,
  children,
}: {
  readonly market: Quotation;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useText(tradeText);
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    void enter();
    const onChange = (): void => {
      if (!document.fullscreenElement) closed();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      element?.close();
      leave();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={symbolOf(market)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none flex-col bg-bg px-3 text-ink safe-bottom open:flex"
    >
      <div className="flex items-center justify-between">
        <Head market={market} />
        <IconButton label={t('leave_full_screen')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </dialog>
  );
}
