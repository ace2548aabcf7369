import { ACCOUNT_TYPES, FLAG } from '@karat/contract';
import { amount } from '@karat/money';
import { MINUTE_MS } from '@karat/rules';
import type { AllReplies } from '../../../lib/calls.ts';
import { BALANCES } from '../../../lib/balances.ts';
import { debounce } from '../../../lib/debounce.ts';
import { ownStore, useOwnChannels } from '../../../lib/own-store.ts';
import { invalidate, useGet, usePages, usePost } from '../../../lib/query.ts';
import type { Pages } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useConnection } from '../../../lib/socket.ts';
import type { Funds } from '../ticket/form.ts';
import {
  NOTHING,
  balanceKey,
  openOrders,
  withBalances,
  withOrder,
  withoutConnection,
} from './own-orders-store.ts';
import type { Order, OwnOrders } from './own-orders-store.ts';

/** Several changes in quick succession cause one read. */
const GATHER_MS = 400;
/** Poll interval of the lists, for frames lost between reading and subscribing. */
const REFRESH_MS = 30_000;
const OPEN_READ = 100;

const store = ownStore<OwnOrders>(NOTHING, withoutConnection);
export const useOwnOrders = store.useStore;

/** Queries that an action on an own order makes outdated. */
export const INVALIDATED = ['coin/list', 'coin/fills', ...BALANCES] as const;

function subscribe(): () => void {
  const reading = debounce(GATHER_MS, () => void invalidate('coin/list', 'coin/fills'));
  const leave = [store.follow('orders', withOrder, reading.ask), store.follow('balances', withBalances)];
  return () => {
    reading.end();
    for (const each of leave) each();
  };
}
const refetch = (): void => void invalidate('coin/list', 'coin/fills', 'wallet/list');

/** Subscribes to the user's orders and balances while a screen shows them. */
export const useOwnOrdersChannel = (): void => useOwnChannels({ subscribe, refetch });

/** Whether the own channels may be out of date. */
export const useOwnOrdersStale = (): boolean => useConnection((state) => state.link !== 'open');

type Balance = AllReplies['wallet/list']['change_wallet']['balance'][number];

/** Live available base and quote of the exchange account; undefined until known. */
export function useFunds(base: number, quote: number): Funds | undefined {
  const loggedIn = useSession((state) => state.token !== null);
  const { data } = usePost('wallet/list', {}, { enabled: loggedIn, everyMs: REFRESH_MS });
  const balances = useOwnOrders((own) => own.balances);
  if (!loggedIn || !data) return undefined;
  const read = (currency: number): Balance | undefined =>
    data.change_wallet.balance.find((row) => row.currency === currency);
  const available = (currency: number) =>
    amount(
      balances.get(balanceKey(ACCOUNT_TYPES.change, currency))?.available ??
        read(currency)?.change_balance ??
        '0',
    );
  return { base: available(base), quote: available(quote) };
}

/** Decimals of the smallest unit of a market's currencies. */
export function useDecimals(base: number, quote: number): { readonly base: number; readonly quote: number } {
  const { data } = useGet('currency/list', {}, { freshMs: 10 * MINUTE_MS });
  const of = (currency: number): number => data?.find(({ id }) => id === currency)?.decimals ?? 8;
  return { base: of(base), quote: of(quote) };
}

export interface OpenOrders {
  readonly data: readonly Order[] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Open orders of a market, or of all; the newest hundred, with live events. */
export function useOpenOrders(matchId: number | undefined): OpenOrders {
  const loggedIn = useSession((state) => state.token !== null);
  const read = useGet(
    'coin/list',
    { open: FLAG.yes, limit: OPEN_READ },
    { enabled: loggedIn, everyMs: REFRESH_MS },
  );
  const own = useOwnOrders();
  return {
    data: read.data && openOrders(read.data.data, own, matchId),
    isPending: read.isPending,
    error: read.error,
    refetch: () => void read.refetch(),
  };
}

interface PairFilter {
  readonly currency_id?: number;
  readonly legal_id?: number;
}

/** Closed orders, newest first. */
export const useHistory = (filter: PairFilter): Pages<Order> =>
  usePages('get', 'coin/list', { ...filter, open: FLAG.no });

/** The user's fills, newest first. */
export const useFills = (filter: PairFilter) => usePages('get', 'coin/fills', filter);
