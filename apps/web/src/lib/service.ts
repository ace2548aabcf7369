import { create } from 'zustand';
import { LINE } from './line.ts';

const PROBE_TIMEOUT_MS = 10_000;

/** Whether the service is down: starting, stopping, or without its database. A network that is gone says nothing about it. */
export const useService = create<{ readonly away: boolean }>(() => ({ away: false }));

let looking: Promise<boolean> | undefined;

/** What the service answers to the question whether it is ready; undefined without an answer. */
export const probeService = (): Promise<boolean | undefined> =>
  fetch(`${LINE}/readyz`, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => undefined,
  );

/** Checks whether the service is up, one check at a time, and stores the result for the app. */
export function lookForService(): Promise<boolean> {
  looking ??= probeService().then((ready) => {
    looking = undefined;
    useService.setState({ away: ready === false || (ready === undefined && navigator.onLine) });
    return ready === true;
  });
  return looking;
}
