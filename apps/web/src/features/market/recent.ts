import { useState } from 'react';
import { storage } from '../../lib/storage.ts';

const KEY = 'recent_markets';
const KEPT = 10;

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));
const read = (): readonly number[] => {
  const kept = storage.read(KEY);
  return isIds(kept) ? kept : [];
};

/** Returns the ids with the newest first, each once, ten at most. */
export const withNewest = (ids: readonly number[], id: number): readonly number[] =>
  [id, ...ids.filter((one) => one !== id)].slice(0, KEPT);

/** Recently viewed markets, stored in the browser. */
export function useRecent() {
  const [ids, setIds] = useState(read);
  const keep = (next: readonly number[]): void => {
    storage.write(KEY, next);
    setIds(next);
  };
  return { ids, add: (id: number) => keep(withNewest(read(), id)), forget: () => keep([]) };
}
