import { useEffect } from 'react';
import { onChannel } from '../../lib/channel-store.ts';
import { queryClient } from '../../lib/query.ts';

/** Changes in quick succession are read once. */
const GATHER_MS = 400;

/** Reads balances again when the server tells that one has moved. */
export function useLiveBalances(): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const leave = onChannel('balances', () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void queryClient.invalidateQueries({ queryKey: ['wallet/list'] });
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(waiting);
      leave();
    };
  }, []);
}
