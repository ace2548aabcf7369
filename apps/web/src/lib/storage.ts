/**
 * Browser storage: token, user, language, fiat, fiats and the settings of the screens, each under its own key as JSON.
 * The layout has a version; data of an older version is cleared, so that no screen reads an unknown shape.
 */
const VERSION = 1;
const VERSION_KEY = 'storage_version';

/** The part of `Storage` that is used. */
export type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface KeptValues {
  read(key: string): unknown;
  /** Stores a value; undefined and null remove it. */
  write(key: string, value: unknown): void;
}

/** Private windows and full disks refuse writes: the data is lost when the app is closed. */
function quietly<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/** Opens the storage and clears data of an older layout. */
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

/** Storage in memory, for tests and browsers that refuse storage. */
export const memoryBox = (): Box => new Memory();

const browserBox = (): Box => quietly<Box>(() => globalThis.localStorage, memoryBox()) ?? memoryBox();

/** The browser's storage. */
export const storage: KeptValues = openStorage(browserBox());
