import { ServerOff } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { lookForService, useService } from '../lib/service.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Button } from '../ui/Button.tsx';
import { StatusMessage } from './StatusMessage.tsx';

/** Polls until the service is back. */
const LOOK_EVERY_MS = 5_000;

function Away() {
  const t = useText(shellText);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [tried, setTried] = useState<'not yet' | 'now' | 'in vain'>('not yet');
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('h1')?.focus();
    const timer = setInterval(() => void lookForService(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const again = async (): Promise<void> => {
    setTried('now');
    if (!(await lookForService())) setTried('in vain');
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-bg text-ink open:flex"
    >
      <StatusMessage icon={<ServerOff />} id={id} title={t('unavailable_title')} text={t('unavailable_text')}>
        <Button busy={tried === 'now'} onClick={() => void again()}>
          {t('retry')}
        </Button>
        <p role="status" className="min-h-5 text-sm text-muted">
          {tried === 'in vain' && t('unavailable_still')}
        </p>
      </StatusMessage>
    </dialog>
  );
}

/** Covers the app while the service is down; the screen below keeps its input. */
export function Unavailable() {
  const { away } = useService();
  return away ? <Away /> : null;
}
