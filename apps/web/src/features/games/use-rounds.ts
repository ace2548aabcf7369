import type { GamePool } from '@karat/contract';
import { useEffect, useRef } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { channelStore, useSelected } from '../../lib/channel-store.ts';
import { invalidate } from '../../lib/query.ts';
import { nextChangeMs, withPool } from './round.ts';
import type { Round } from './round.ts';

/** Rounds are read this often too, for what is not pushed: an answer, a dispute. */
export const REFRESH_MS = 15_000;
/** The server changes the state at the moment itself; a read right after it is early. */
const AFTER_CHANGE_MS = 700;
const LONGEST_TIMER_MS = 2_000_000_000;

type Pools = ReadonlyMap<number, GamePool>;
const NO_POOLS: Pools = new Map();

/** The newest pushed pool of each round. */
const pools = channelStore<readonly GamePool[], Pools>(
  'games',
  NO_POOLS,
  (known, frame) => new Map([...known, ...frame.map((pool) => [pool.id, pool] as const)]),
);

/** Reads that a stake or a settlement makes outdated. */
export const AFTER_STAKE = [
  'game/index',
  'game/round',
  'game/entries',
  'game/record',
  'game/config',
  'game/stakes',
  ...BALANCES,
] as const;

/** Reads again what a settlement changes, once for each settled round. */
function useSettlements(rounds: readonly Round[], live: Pools): void {
  const done = useRef(new Set<number>());
  useEffect(() => {
    const settled = rounds.filter(
      ({ id, settled_ms }) => settled_ms === null && live.get(id)?.settled && !done.current.has(id),
    );
    if (settled.length === 0) return;
    for (const { id } of settled) done.current.add(id);
    void invalidate(...AFTER_STAKE);
  }, [rounds, live]);
}

/** Reads the rounds again when the next of them opens, closes or is due. */
function useChanges(rounds: readonly Round[]): void {
  useEffect(() => {
    const now = Date.now();
    const next = Math.min(...rounds.map((round) => nextChangeMs(round) ?? Infinity).filter((ms) => ms > now));
    if (!Number.isFinite(next)) return undefined;
    const wait = Math.min(next - now + AFTER_CHANGE_MS, LONGEST_TIMER_MS);
    const timer = setTimeout(() => void invalidate('game/index', 'game/round'), wait);
    return () => clearTimeout(timer);
  }, [rounds]);
}

/** Rounds that were read, with pushed pools; read again when their state changes. */
export function useLiveRounds<Shown extends Round>(rounds: readonly Shown[]): readonly Shown[] {
  const live = useSelected(pools, ({ state }) => state);
  useSettlements(rounds, live);
  useChanges(rounds);
  return rounds.map((round) => withPool(round, live.get(round.id)));
}
