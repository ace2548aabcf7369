import { format } from '@karat/money';
import type { GamePool } from '@karat/contract';
import { createSerialConsumer } from '@karat/platform/bus';
import type { Channels } from '@karat/platform/ws';
import type { GamesDeps } from './deps.ts';
import { roundsById } from './round-store.ts';
import { roundsChanged } from './topics.ts';
import type { Round } from './types.ts';

const poolOf = (round: Round): GamePool => ({
  id: round.id,
  pool: format(round.pool),
  entries: round.entries,
  options: round.options.map(({ pool, entries }) => ({ pool: format(pool), entries })),
  settled: round.settledMs !== undefined,
});

/** The newer state of each round, in the order in which they first changed. */
const mergePools = (older: readonly GamePool[], newer: readonly GamePool[]): readonly GamePool[] => [
  ...new Map([...older, ...newer].map((each) => [each.id, each])).values(),
];

/** Publishes the pools of rounds after each change; returns a function that stops it. */
export function registerGamesChannel({ ctx }: Pick<GamesDeps, 'ctx'>, channels: Channels): () => void {
  const feed = channels.register({
    pattern: 'games',
    known: () => true,
    conflate: { merge: mergePools },
  });
  const pools = createSerialConsumer<number>(
    async (ids) => {
      const rounds = await roundsById(ctx.db, ids);
      feed.publish([], [...rounds.values()].map(poolOf));
    },
    (error, ids) => ctx.log.error({ err: error, rounds: ids }, 'publish of game pools failed'),
  );
  return ctx.bus.subscribe(roundsChanged, (ids) => {
    if (feed.hasReaders([])) pools.add(ids);
  });
}
