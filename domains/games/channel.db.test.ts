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
  const newest = async (frame: unknown): Promise<void> => {
    const last = () => {
      games.clock.advance(100);
      return reader.of('games').at(-1);
    };
    await expect.poll(last).toEqual(frame);
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
