import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import { expect, test, vi } from 'vitest';
import { startTestServer } from './testing/boot.ts';

/** What stops, in the order in which it must: each one uses those after it. */
const ORDER = [
  ...['deposits', 'alerts.watcher', 'recurring.worker', 'copytrade', 'contracts', 'liabilities', 'proofs'],
  ...['market', 'auditHeads', 'spot', 'growth.levels', 'productStops', 'clockGuard'],
] as const;

test('a server stops what takes requests first, then each part before those that it uses, and the database last', async () => {
  await using database = await createTestDatabase();
  const started = await startTestServer(database);
  const { url } = started;
  const { ctx, container } = started.server;
  const parts: Readonly<Record<(typeof ORDER)[number], { stop(): unknown }>> = {
    ...container,
    'alerts.watcher': container.alerts.watcher,
    'recurring.worker': container.recurring.worker,
    'growth.levels': container.growth.levels,
  };
  const stopped: string[] = [];
  const states = new Set<string>();
  const isServing = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  expect(await isServing()).toBe(true);
  for (const name of ORDER) {
    const part = parts[name];
    const stop = part.stop.bind(part);
    vi.spyOn(part, 'stop').mockImplementation(async () => {
      stopped.push(name);
      const serving = await isServing();
      // Every part may still write.
      const { one } = await ctx.db.one<{ one: number }>(sql`select 1 as one`);
      states.add(`serving: ${serving}, database: ${one === 1}`);
      await stop();
    });
  }
  await started.close();
  expect(stopped).toEqual(ORDER);
  expect([...states]).toEqual(['serving: false, database: true']);
  await expect(ctx.db.one(sql`select 1 as one`)).rejects.toThrow();
  const { holder } = await database.db.one<{ holder: string | null }>(sql`select holder from spot_engine`);
  expect(holder).toBeNull();
});
