/** A lazy screen may take so long before it counts as lost. */
export const SCREEN_TIMEOUT_MS = 60_000;

/** The code of a screen did not arrive. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the screen could not be loaded', { cause });
    this.name = 'Unreachable';
  }
}

/** Waits for code that is being fetched, but not for ever. */
export function inTime<T>(loading: Promise<T>, limitMs: number = SCREEN_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unreachable(new Error(`took over ${limitMs} ms`))), limitMs);
    loading
      .then(resolve, (error: unknown) => reject(new Unreachable(error)))
      .finally(() => clearTimeout(timer));
  });
}
