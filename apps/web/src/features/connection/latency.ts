import { api } from '../../lib/api.ts';
import { anySignal } from '../../lib/signals.ts';

const SAMPLES = 3;
const TIMEOUT_MS = 5_000;

/** The middle one of some durations in ms; undefined if one is missing. */
export function medianOf(durations: readonly (number | undefined)[]): number | undefined {
  const known = durations.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
  return known.length < durations.length ? undefined : known[Math.floor(known.length / 2)];
}

async function sample(line: string, signal: AbortSignal): Promise<number | undefined> {
  const started = performance.now();
  const answered = api.get('getSetting', { keyword: 'version' }, { line, quiet: true, signal });
  return answered.then(
    () => performance.now() - started,
    () => undefined,
  );
}

/**
 * Measures a line: the median duration of three calls in ms, one after another, so that only the first opens a connection;
 * undefined if the line does not answer within five seconds.
 */
export async function measure(line: string, signal: AbortSignal): Promise<number | undefined> {
  const durations: (number | undefined)[] = [];
  const limit = anySignal([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  for (let index = 0; index < SAMPLES; index += 1) {
    const duration = await sample(line, limit);
    if (duration === undefined) return undefined;
    durations.push(duration);
  }
  return medianOf(durations);
}
