import { useEffect } from 'react';
import { onChannel } from '../../lib/channel-store.ts';
import { gathered } from '../../lib/gather.ts';
import { outdate } from '../../lib/query.ts';

/** Changes in quick succession are read once. */
const GATHER_MS = 400;

/** Reads balances again when the server tells that one has moved. */
export function useLiveBalances(): void {
  useEffect(() => {
    const reading = gathered(GATHER_MS, () => void outdate('wallet/list'));
    const leave = onChannel('balances', reading.ask);
    return () => {
      reading.end();
      leave();
    };
  }, []);
}
