import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { prefer, usePreferences } from '../lib/preferences.ts';
import { keepUser, useSession } from '../lib/session.ts';
import { socket } from '../lib/socket.ts';

/** A rate is fetched again after a day. */
const RATES_KEPT_MS = 24 * 60 * 60_000;

/** Reads the account of the session; a session that has ended is told by the call itself. */
export async function readAccount(): Promise<void> {
  const { token } = useSession.getState();
  const user = await api.get('user/info', {}, { quiet: true });
  // Somebody else may have logged in meanwhile.
  if (useSession.getState().token === token) keepUser(user);
}

/** Refreshes the fiat rates once a day; failing, the kept ones stay. */
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

/** Background work of the start: nobody asked for it, so its failures are not told. */
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

/** Reads what is on the screen and could not be read: an app that was opened without a line does not hear that it has lost one. */
const readWhatFailed = (): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

/** Keeps socket, account and cached answers with the session. */
export function startAccount(): void {
  const follow = (token: string | null): void => {
    socket.login(token);
    if (token !== null) quietly(readAccount());
  };
  follow(useSession.getState().token);
  useSession.subscribe(({ token }, before) => {
    if (token === before.token) return;
    // Nobody sees what belonged to another person.
    queryClient.clear();
    follow(token);
  });
  socket.connect();
  window.addEventListener('online', () => {
    socket.wake();
    void readWhatFailed();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.wake();
  });
  quietly(refreshRates(Date.now()));
}
