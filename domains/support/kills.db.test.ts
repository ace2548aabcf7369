import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SupportFixture } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/send-run.ts');
/** Statements and commits at which a process is killed, each further on than a whole question and answer before. */
const KILLS = [2, 4, 6, 9, 14, 18, 23, 31];
const LAST = 12;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Sends from a number on in a process of its own. Returns what was acknowledged and how the process ended. */
async function sendIn(from: number, at: number) {
  const args = ['--url', database.url, '--from', String(from), '--to', String(LAST), '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const acknowledged = (await text(child.stdout)).split('\n').filter((line) => line !== '');
  const [code, signal] = await ended;
  return { acknowledged, end: signal ?? code };
}

test('eight kills between statements and commits: an acknowledged message is stored once, an unacknowledged one after the next attempt', async () => {
  const acknowledged: string[] = [];
  for (const at of [...KILLS, 0]) {
    const answers = acknowledged.filter((id) => id.startsWith('answer'));
    const sent = await sendIn(new Set(answers).size + 1, at);
    expect(sent.end, String(at)).toBe(at === 0 ? 0 : 'SIGKILL');
    acknowledged.push(...sent.acknowledged);
  }
  const stored = await database.db.rows<{ client_id: string }>(
    sql`select client_id from support_messages where client_id is not null order by seq`,
  );
  const expected = Array.from({ length: LAST }, (_, index) => [
    `question-${index + 1}`,
    `answer-${index + 1}`,
  ]);
  expect(stored.map((row) => row.client_id)).toEqual(expected.flat());
  expect([...new Set(acknowledged)]).toEqual(expected.flat());
  expect(await new SupportFixture(database.db).contradictions()).toEqual([]);
  const events = await database.db.one<{ count: number }>(
    sql`select count(*) as count from support_messages where author = 'system'`,
  );
  expect(events.count).toBe(1);
});
