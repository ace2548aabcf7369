import { whenIdle } from '../lib/idle.ts';
import { shellText } from '../lib/shell-text.ts';
import { textNow } from '../lib/text.ts';
import { toast } from '../lib/toast.ts';

/** Registers the service worker for offline use; a new version is announced and used at the next start. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const replaced = navigator.serviceWorker.controller !== null;
  const register = (): void => {
    whenIdle(() => void navigator.serviceWorker.register('./sw.js').catch(() => undefined));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (replaced) toast(textNow(shellText)('new_version'));
  });
}
