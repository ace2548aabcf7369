import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { take } from './operator-actions.ts';
import { statisticsView } from './statistics.ts';
import { RIKA, SANA, START, SupportFixture, user } from './testing/fixture.ts';

const SECOND_MS = 1_000;
const period = { from: START, to: START + 60 * SECOND_MS };

let database: TestDatabase;
let support: SupportFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  support = new SupportFixture(database.db);
});
afterAll(() => database.drop());

/** Moves a conversation to another begin; its first answer and its end come after these numbers of ms. */
const place = (
  number: number,
  created: number,
  later: { answered?: number; closed?: number; rating?: number },
) =>
  database.db.run(sql`
    update support_conversations set created_at = to_timestamp(${created} / 1000.0),
      first_answer_at = to_timestamp(${created + (later.answered ?? 0)} / 1000.0),
      state = ${later.closed === undefined ? 'active' : 'closed'},
      closed_at = to_timestamp(${later.closed === undefined ? null : created + later.closed}::numeric / 1000.0),
      closed_by = ${later.closed === undefined ? null : 'customer'}, rating = ${later.rating ?? null}
    where user_id = ${user(number)}`);

test('figures are those of the conversations that began in the period, by operator too', async () => {
  for (let number = 1; number <= 13; number += 1) {
    const { conversation } = await support.ask(number, `question ${number}`);
    await take(support.deps, number <= 6 ? SANA : RIKA, conversation.id);
  }
  for (let number = 1; number <= 10; number += 1)
    await place(number, START + number * SECOND_MS, {
      answered: number * SECOND_MS,
      ...(number <= 4 && { closed: number * 10 * SECOND_MS }),
      ...(number <= 3 && { rating: number === 1 ? 5 : 4 }),
    });
  await place(11, period.from, { answered: 11 * SECOND_MS, closed: 50 * SECOND_MS });
  await place(12, period.from - 1, { answered: 1, closed: 1, rating: 1 });
  await place(13, period.to, { answered: 1, closed: 1, rating: 1 });
  const found = await statisticsView(database.db, period);
  expect(found).toMatchObject({
    ...{ conversations: 11, tickets: 0, closed: 5, rating: '4.33', ratings: 3 },
    ...{ first_answer_ms: 6 * SECOND_MS, first_answer_p90_ms: 10 * SECOND_MS },
    ...{ resolution_ms: 30 * SECOND_MS, resolution_p90_ms: 50 * SECOND_MS },
    // What the system writes about a conversation is no message.
    messages: 13,
  });
  expect(found.operators).toMatchObject([
    {
      login: RIKA.login,
      conversations: 5,
      closed: 1,
      rating: null,
      ratings: 0,
      first_answer_ms: 9 * SECOND_MS,
    },
    {
      login: SANA.login,
      conversations: 6,
      closed: 4,
      rating: '4.33',
      ratings: 3,
      first_answer_ms: 3 * SECOND_MS,
    },
  ]);
});

test('messages are counted from the begin of a period until before its end; one without any has no durations', async () => {
  const messagesIn = async (from: number, to: number) =>
    (await statisticsView(database.db, { from, to })).messages;
  expect(await messagesIn(START, START + 1)).toBe(13);
  expect(await messagesIn(START - 1, START)).toBe(0);
  expect(await statisticsView(database.db, { from: 0, to: 1 })).toMatchObject({
    ...{ conversations: 0, first_answer_ms: null, resolution_p90_ms: null, rating: null, operators: [] },
  });
});
