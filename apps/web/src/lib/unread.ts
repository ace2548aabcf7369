import { useGet } from './query.ts';
import { useSession } from './session.ts';

/** Refetched on notifications of the server; the interval covers a lost connection. */
const FRESH_MS = 60_000;

/** Number of unread notifications; undefined for a visitor. */
export function useUnread(): number {
  const enabled = useSession((state) => state.token !== null);
  const overview = useGet('usermessage', {}, { enabled, freshMs: FRESH_MS });
  return enabled ? (overview.data?.unread ?? 0) : 0;
}

/** Number of unread answers of customer service; 0 for a visitor. */
export function useUnreadAnswers(): number {
  const enabled = useSession((state) => state.token !== null);
  const status = useGet('support/status', {}, { enabled, freshMs: FRESH_MS });
  return enabled ? (status.data?.unread ?? 0) : 0;
}
