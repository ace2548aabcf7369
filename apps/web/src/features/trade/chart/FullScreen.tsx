import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text.ts';
import { IconButton } from '../../../ui/index.ts';
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

/** A chart over the whole screen; Escape, the back gesture and the button close it. */
export default function FullScreen({
  title,
  onClose,
  children,
}: {
  readonly title: string;
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
      aria-label={title}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none flex-col bg-bg px-3 text-ink safe-bottom open:flex"
    >
      <div className="flex items-center justify-between">
        <h2 className="font-semibold">{title}</h2>
        <IconButton label={t('leave_full_screen')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </dialog>
  );
}
