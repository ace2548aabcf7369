import { whenIdle } from '../lib/idle.ts';
import { registerWorker } from '../lib/service-worker.ts';
import { shellText } from '../lib/shell-text.ts';
import { textNow } from '../lib/text.ts';
import { toast } from '../lib/toast.ts';

/** The worker fetches the whole app: not while the first screen still wants the processor and the line, ms. */
const AFTER_LOAD_MS = 5_000;

/** Registers the service worker for offline use; a new version is announced and used at the next start. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const replaced = navigator.serviceWorker.controller !== null;
  const register = (): void => {
    setTimeout(() => whenIdle(() => void registerWorker()), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (replaced) toast(textNow(shellText)('new_version'));
  });
}
