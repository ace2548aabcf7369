import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { shellText } from '../lib/shell-text.ts';
import { useConnection } from '../lib/socket.ts';
import { useText } from '../lib/text.ts';

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 2_000;

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Returns true once `state` has lasted for `afterMs`. */
function useLasting(state: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(state), state ? SHOW_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);
  return lasting && state;
}

/** Shows that the network or the price connection is lost, so figures may be out of date. */
export function ConnectionBar() {
  const t = useText(shellText);
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const link = useConnection((state) => state.link);
  const lost = useLasting(link === 'waiting' || link === 'connecting');
  if (online && !lost) return null;
  return (
    <p
      role="status"
      className="sticky top-0 z-40 flex items-center justify-center gap-2 bg-gold-soft px-4 py-1.5 text-center text-xs text-gold-ink"
    >
      {online ? (
        <RefreshCw className="size-3.5 shrink-0" aria-hidden="true" />
      ) : (
        <WifiOff className="size-3.5 shrink-0" aria-hidden="true" />
      )}
      {online ? t('reconnecting') : t('offline')}
    </p>
  );
}
