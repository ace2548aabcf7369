/**
 * Returns a signal that aborts with the first of some, and with its reason. `AbortSignal.any` came to Safari with 17.4
 * and to Firefox with 124, which is later than the oldest supported ones.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else
      signal.addEventListener('abort', () => controller.abort(signal.reason), {
        once: true,
        signal: controller.signal,
      });
  }
  return controller.signal;
}
