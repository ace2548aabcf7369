import { create } from 'zustand';

const PROBE_TIMEOUT_MS = 10_000;

/** Whether the service is away: starting, stopping, or without its database. */
export const useService = create<{ readonly away: boolean }>(() => ({ away: false }));

let looking: Promise<boolean> | undefined;

const probe = (): Promise<boolean> =>
  fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );

/** Looks whether the service is there, and remembers it for the whole app. One look at a time. */
export function lookForService(): Promise<boolean> {
  looking ??= probe().then((ready) => {
    looking = undefined;
    useService.setState({ away: !ready });
    return ready;
  });
  return looking;
}
