import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import { expect, test } from 'vitest';
import { startBots } from './bots.ts';

test('bots that operators have paused stay paused at a start, the others trade', async () => {
  await using database = await createTestDatabase();
  await database.db.run(sql`insert into operators_paused_bots (name, paused_at) values ('taker-2', now())`);
  const calls: string[] = [];
  const bots = {
    start: async () => void calls.push('start'),
    setPaused: (name: string, paused: boolean) => calls.push(`${name} ${paused}`) > 0,
  };
  await startBots(bots, database.db);
  expect(calls).toEqual(['start', 'taker-2 true']);
});
