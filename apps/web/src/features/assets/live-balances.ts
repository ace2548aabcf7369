import { useEffect } from 'react';
import { onChannel } from '../../lib/channel-store.ts';
import { debounce } from '../../lib/debounce.ts';
import { invalidate } from '../../lib/query.ts';

/** Several changes in quick succession cause one read. */
const GATHER_MS = 400;

/** Refetches balances and their cost when the server reports a change. */
export function useLiveBalances(): void {
  useEffect(() => {
    const reading = debounce(
      GATHER_MS,
      () => void invalidate('wallet/list', 'wallet/held', 'portfolio/assets'),
    );
    const leave = onChannel('balances', reading.ask);
    return () => {
      reading.end();
      leave();
    };
  }, []);
}
