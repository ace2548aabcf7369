import { create } from 'zustand';

/** Requests shorter than this show no indicator. */
export const BUSY_AFTER_MS = 800;

/** True while a request has been running for longer than `AFTER_MS`. */
export const useBusyIndicator = create<{ readonly shown: boolean }>(() => ({ shown: false }));

let overdue = 0;

/** Counts a request; call the returned function when it has ended. */
export function beginRequest(): () => void {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    overdue += 1;
    useBusyIndicator.setState({ shown: true });
  }, BUSY_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (!counted) return;
    overdue -= 1;
    if (overdue === 0) useBusyIndicator.setState({ shown: false });
  };
}
