import { create } from 'zustand';
import { LINE } from './line.ts';

const PROBE_TIMEOUT_MS = 10_000;

/** Whether the service is down: starting, stopping, or without its database. */
export const useService = create<{ readonly away: boolean }>(() => ({ away: false }));

let looking: Promise<boolean> | undefined;

const probe = (): Promise<boolean> =>
  fetch(`${LINE}/readyz`, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );

/** Checks whether the service is up, one check at a time, and stores the result for the app. */
export function lookForService(): Promise<boolean> {
  looking ??= probe().then((ready) => {
    looking = undefined;
    useService.setState({ away: !ready });
    return ready;
  });
  return looking;
}
