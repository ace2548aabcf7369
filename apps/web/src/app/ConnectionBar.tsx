import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
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

/** Sticky headers keep their distance from the top by its height, so that the bar covers none. */
function useRoomForNotice(shown: boolean) {
  const bar = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!shown || !element) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty('--notice', `${element.offsetHeight}px`);
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => {
      watcher.disconnect();
      style.removeProperty('--notice');
    };
  }, [shown]);
  return bar;
}

/** Shows that the network or the price connection is lost, so figures may be out of date. */
export function ConnectionBar() {
  const t = useText(shellText);
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const link = useConnection((state) => state.link);
  const lost = useLasting(link === 'waiting' || link === 'connecting');
  const shown = !online || lost;
  const bar = useRoomForNotice(shown);
  if (!shown) return null;
  return (
    <p
      ref={bar}
      role="status"
      className="sticky top-0 z-40 flex items-center justify-center gap-2 bg-gold-soft px-4 pt-[calc(6px+env(safe-area-inset-top))] pb-1.5 text-center text-xs text-gold-ink"
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
