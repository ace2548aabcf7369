import { useEffect } from 'react';
import { onChannel } from '../../lib/channel-store.ts';
import { debounce } from '../../lib/debounce.ts';
import { invalidate } from '../../lib/query.ts';

/** Changes in quick succession are read once. */
const GATHER_MS = 400;

/** Reads balances again when the server tells that one has moved. */
export function useLiveBalances(): void {
  useEffect(() => {
    const reading = debounce(GATHER_MS, () => void invalidate('wallet/list'));
    const leave = onChannel('balances', reading.ask);
    return () => {
      reading.end();
      leave();
    };
  }, []);
}
