/**
 * Measures guess games on a durable database: entries a second on one round, which its lock makes serial, and the time to settle a
 * round of 10,000 entries with a journal and a signed receipt each. Run: npm run bench -- games [entries]
 */
import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { GamesFixture } from './fixture.ts';

const ENTRIES = Number(process.argv[2] ?? 10_000);
const USERS = 1_000;
const CONNECTIONS = 8;

const users = Array.from({ length: USERS }, (_, index) => userId(200_001 + index));

/** Enters a round with as many entries as the bench settles, from several connections at once. */
async function measureEntries(games: GamesFixture, round: number): Promise<string> {
  let next = 0;
  const enterAll = async (): Promise<void> => {
    while (next < ENTRIES) {
      const at = next++;
      const user = users[at % USERS] ?? userId(200_001);
      await games.enter(round, user, 1 + (at % 2), String(1 + (at % 7)));
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, enterAll));
  const seconds = (performance.now() - started) / 1_000;
  return `entries on one round: ${Math.round(ENTRIES / seconds)} a second`;
}

async function measureAll(db: Database): Promise<void> {
  const games = await GamesFixture.open(db);
  await games.admit('10000', ...users);
  const round = await games.priceRound();
  process.stdout.write(`${await measureEntries(games, round.id)}\n`);
  await db.run(sql`analyze`);
  const started = performance.now();
  const settled = await games.settleAt(round, '30000');
  const seconds = (performance.now() - started) / 1_000;
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from games_entries where settled_at is not null and receipt is not null`);
  if (settled.settledMs === undefined || count !== ENTRIES) throw new Error('an entry was not settled');
  const found = await games.contradictions();
  process.stdout.write(
    `${count} entries settled in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second; ${found.length} contradictions\n`,
  );
}

await using bench = await openBenchDatabase({ connections: CONNECTIONS });
await measureAll(bench.db);
