import { useGet } from './query.ts';
import { useSession } from './session.ts';

/** Read again by itself when the server tells of a change; this is only for a lost line. */
const FRESH_MS = 60_000;

/** How many notices the person has not read; none for a visitor. */
export function useUnread(): number {
  const enabled = useSession((state) => state.token !== null);
  const overview = useGet('usermessage', {}, { enabled, freshMs: FRESH_MS });
  return enabled ? (overview.data?.unread ?? 0) : 0;
}
