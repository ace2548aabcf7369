import type { GamePool } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Database, Sql } from '@karat/platform/db';
import { FrameReader } from '@karat/platform/testing';
import { createChannels } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import { expect, test } from 'vitest';
import { registerGamesChannel } from './channel.ts';
import { ALICE, BRUNO, GamesFixture } from './testing/fixture.ts';

test('the channel sends the pool of each option after an entry, and that a round is settled', async () => {
  const database = await createTestDatabase();
  const games = await GamesFixture.open(database.db);
  await games.admit('1000', ALICE, BRUNO);
  const other = await games.priceRound('20000');
  await games.enter(other.id, ALICE, 1, '7');
  const channels = createChannels({ clock: games.clock });
  const stop = registerGamesChannel(games.deps, channels);
  const reader = new FrameReader();
  channels.listen(channels.find('games') ?? expect.fail('no channel'), reader);
  // Changes that follow each other come in one frame or in two, by when their rounds have been read.
  const newest = async (states: readonly GamePool[]): Promise<void> => {
    const last = () => {
      games.clock.advance(100);
      const sent = reader.of('games').flat() as GamePool[];
      return states.map(({ id }) => sent.findLast((pool) => pool.id === id));
    };
    await expect.poll(last).toEqual(states);
  };
  const round = await games.priceRound('30000');
  await games.enter(round.id, ALICE, 2, '100');
  await games.enter(round.id, BRUNO, 2, '50');
  await games.enter(round.id, BRUNO, 1, '30');
  const pools = {
    ...{ id: round.id, pool: '180', entries: 3 },
    options: [
      { pool: '30', entries: 1 },
      { pool: '150', entries: 2 },
    ],
  };
  await newest([{ ...pools, settled: false }]);
  await games.settleAt(round, '30000');
  const others = {
    ...{ id: other.id, pool: '7', entries: 1 },
    options: [
      { pool: '7', entries: 1 },
      { pool: '0', entries: 0 },
    ],
  };
  await newest([
    { ...others, settled: true },
    { ...pools, settled: true },
  ]);
  stop();
  await database.drop();
});

test('the channel sends the newer pool last, however late the read of an older one is answered', async () => {
  const database = await createTestDatabase();
  const games = await GamesFixture.open(database.db);
  await games.admit('1000', ALICE);
  const round = await games.priceRound('20000');
  const channels = createChannels({ clock: games.clock });
  const answer = Promise.withResolvers<void>();
  let reads = 0;
  const db: Database = {
    ...database.db,
    rows: async <Row>(statement: Sql) => {
      const rows = await database.db.rows<Row>(statement);
      reads += 1;
      if (reads === 1) await answer.promise;
      return rows;
    },
  };
  const stop = registerGamesChannel({ ctx: { ...games.deps.ctx, db } }, channels);
  const reader = new FrameReader();
  channels.listen(channels.find('games') ?? expect.fail('no channel'), reader);
  await games.enter(round.id, ALICE, 1, '7');
  await expect.poll(() => reads).toBe(1);
  await games.enter(round.id, ALICE, 2, '5');
  // Time for a second read beside the first.
  for (let n = 0; n < 50; n += 1) await database.db.run(sql`select 1`);
  answer.resolve();
  const pools = () => {
    games.clock.advance(100);
    return reader.of('games').flat();
  };
  await expect.poll(pools).toContainEqual(expect.objectContaining({ id: round.id, pool: '12' }));
  expect(pools().at(-1)).toMatchObject({ id: round.id, pool: '12' });
  stop();
  await database.drop();
});
