import { DAY_MS } from '@karat/rules';
import { api } from '../lib/api.ts';
import { whenIdle } from '../lib/idle.ts';
import { queryClient } from '../lib/query-client.ts';
import { prefer, usePreferences } from '../lib/preferences.ts';
import { keepUser, useSession } from '../lib/session.ts';
import { socket, useConnection } from '../lib/socket.ts';

/** Rates are fetched again after a day. */
const RATES_KEPT_MS = DAY_MS;

/** Reads the account of the session; the call itself reports an ended session. */
export async function readAccount(): Promise<void> {
  const { token } = useSession.getState();
  const user = await api.get('user/info', {}, { quiet: true });
  // Another user may have logged in meanwhile.
  if (useSession.getState().token === token) keepUser(user);
}

/** Refreshes the fiat rates once a day; on failure the stored rates stay. */
async function refreshRates(now: number): Promise<void> {
  const { fiats } = usePreferences.getState();
  const saved = Math.max(0, ...fiats.map(({ saveTime }) => saveTime));
  if (now - saved < RATES_KEPT_MS) return;
  const { data } = await api.get('fiat_rates', {}, { quiet: true });
  const fresh = data.map(({ currency_code, rate }) => ({ currency_code, rate, saveTime: now }));
  const chosen = fresh.find(
    ({ currency_code }) => currency_code === usePreferences.getState().fiat.currency_code,
  );
  prefer({ fiats: fresh, ...(chosen ? { fiat: chosen } : {}) });
}

/** Background work at start: its failures are not shown. */
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

/**
 * Refetches failed reads of the screen: an app that was opened offline gets no disconnect event. A read that waits for its
 * second try starts anew.
 */
const readWhatFailed = (): Promise<void> =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
  });

/** Keeps socket, account and query cache in step with the session. */
export function startAccount(): void {
  const follow = (token: string | null): void => {
    socket.login(token);
    if (token !== null) quietly(readAccount());
  };
  follow(useSession.getState().token);
  useSession.subscribe(({ token }, before) => {
    if (token === before.token) return;
    // Removes the cached data of the previous user.
    queryClient.clear();
    follow(token);
  });
  socket.connect();
  window.addEventListener('online', () => {
    socket.wake();
    void readWhatFailed();
  });
  // The browser knows of its own network only: the socket sees that the service can be reached again.
  useConnection.subscribe(({ link }, before) => {
    if (link === 'open' && before.link !== 'open') void readWhatFailed();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.wake();
  });
  whenIdle(() => quietly(refreshRates(Date.now())));
}
