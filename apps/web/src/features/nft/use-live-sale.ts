import type { NftSaleChange } from '@karat/contract';
import { useEffect, useRef } from 'react';
import type { AnyPath } from '../../lib/calls.ts';
import { channelStore, useSelected } from '../../lib/channel-store.ts';
import { debounce } from '../../lib/debounce.ts';
import { invalidate } from '../../lib/query.ts';
import { useConnection } from '../../lib/socket.ts';
import { withSaleChange } from './live-sale.ts';
import type { Detail } from './tile.ts';

/** Sales are read this often too, for what is not pushed: likes, a hidden work. */
export const REFRESH_MS = 30_000;
/** Bids in quick succession cause one read of their list. */
const GATHER_MS = 1_000;

type Changes = ReadonlyMap<string, NftSaleChange>;
const NO_CHANGES: Changes = new Map();

/** The newest pushed change of each sale. */
const changes = channelStore<readonly NftSaleChange[], Changes>(
  'nft',
  NO_CHANGES,
  (known, frame) => new Map([...known, ...frame.map((change) => [change.code, change] as const)]),
);

type Reads = readonly AnyPath[];

/** Reads again a moment after `change` is another one, and once the connection opens: frames before were missed. */
function useReadAgain(change: unknown, reads: Reads): void {
  const link = useConnection((state) => state.link);
  const wasOpen = useRef(link === 'open');
  const reading = useRef<ReturnType<typeof debounce>>(undefined);
  useEffect(() => {
    reading.current = debounce(GATHER_MS, () => void invalidate(...reads));
    return () => reading.current?.end();
  }, [reads]);
  useEffect(() => {
    if (change !== undefined) reading.current?.ask();
  }, [change]);
  useEffect(() => {
    if (link === 'open' && !wasOpen.current) void invalidate(...reads);
    wasOpen.current = link === 'open';
  }, [link, reads]);
}

const OF_DETAIL: Reads = [
  'bind_box/getBoxDetail',
  'bind_box/getBindBoxQuotationLog',
  'bind_box/getProvenance',
];
const OF_BIDS: Reads = ['bind_box/getMyBindBoxQuotationLog'];
const OF_ORDERS: Reads = ['bind_box/getNeedPayNFTOrder', 'bind_box/orders'];

const useChange = (code: string): NftSaleChange | undefined =>
  useSelected(changes, ({ state }) => state.get(code));

/** Reads the detail of a sale again when it changes. */
export const useSaleReads = (code: string): void => useReadAgain(useChange(code), OF_DETAIL);

/** A detail that was read, with the pushed state of its sale. */
export const useLiveSale = (detail: Detail): Detail => withSaleChange(detail, useChange(detail.tile.code));

/** Reads the own bids again when one of their auctions changes. */
export function useLiveBids(codes: readonly string[]): void {
  const newest = useSelected(changes, ({ state }) => {
    const known = codes.flatMap((code) => state.get(code) ?? []);
    return known.map(({ id, bids, state: sale }) => `${id} ${bids} ${sale}`).join();
  });
  useReadAgain(newest === '' ? undefined : newest, OF_BIDS);
}

/** Reads the own orders again when a sale ends or is paid. */
export function useLiveOrders(): void {
  const ended = useSelected(changes, ({ state }) =>
    [...state.values()]
      .filter(({ state: sale }) => sale !== 'open')
      .map(({ id, state: sale }) => `${id} ${sale}`)
      .join(),
  );
  useReadAgain(ended === '' ? undefined : ended, OF_ORDERS);
}
