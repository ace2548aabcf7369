/** Timeout of loading a lazy screen. */
export const SCREEN_TIMEOUT_MS = 60_000;

/** The code of a screen could not be loaded. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the screen could not be loaded', { cause });
    this.name = 'Unreachable';
  }
}

/** Waits for code to load and throws `ScreenLost` after the timeout. */
export function inTime<T>(loading: Promise<T>, limitMs: number = SCREEN_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unreachable(new Error(`took over ${limitMs} ms`))), limitMs);
    loading
      .then(resolve, (error: unknown) => reject(new Unreachable(error)))
      .finally(() => clearTimeout(timer));
  });
}
