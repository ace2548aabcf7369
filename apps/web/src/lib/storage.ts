/**
 * What the browser keeps: token, user, language, fiat, fiats and the settings of the screens, each under its own key as JSON.
 * The layout has a version; what an older version left is cleared, so that no screen ever reads a shape that it does not know.
 */
const VERSION = 1;
const VERSION_KEY = 'storage_version';

/** The part of `Storage` that is needed. */
export type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface KeptValues {
  read(key: string): unknown;
  /** Keeps a value; undefined and null remove it. */
  write(key: string, value: unknown): void;
}

/** Private windows and full disks refuse to keep anything: the app then forgets when it is closed. */
function quietly<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/** Opens the box, clearing what an older layout left behind. */
export function openStorage(box: Box): KeptValues {
  quietly(() => {
    if (Number(box.getItem(VERSION_KEY)) >= VERSION) return;
    box.clear();
    box.setItem(VERSION_KEY, String(VERSION));
  }, undefined);
  return {
    read: (key) =>
      quietly<unknown>(() => {
        const text = box.getItem(key);
        return text === null ? undefined : JSON.parse(text);
      }, undefined),
    write: (key, value) =>
      quietly(() => {
        if (value === undefined || value === null) box.removeItem(key);
        else box.setItem(key, JSON.stringify(value));
      }, undefined),
  };
}

class Memory implements Box {
  readonly #values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
  removeItem(key: string): void {
    this.#values.delete(key);
  }
  clear(): void {
    this.#values.clear();
  }
}

/** A box that forgets: tests, and browsers that refuse storage. */
export const memoryBox = (): Box => new Memory();

const browserBox = (): Box => quietly<Box>(() => globalThis.localStorage, memoryBox()) ?? memoryBox();

/** The browser's own. */
export const storage: KeptValues = openStorage(browserBox());
