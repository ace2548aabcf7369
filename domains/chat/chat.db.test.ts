import { marketId, Refusal } from '@karat/contract';
import { lockFor, sql } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mutedUntil } from './author-store.ts';
import { messagesOfRoom } from './message-store.ts';
import { decide, mute } from './moderate.ts';
import { report, setBlocked } from './report.ts';
import { BLOCKS_MAX } from './rules.ts';
import { ChatFixture, user } from './testing/fixture.ts';

let database: TestDatabase;
let chat: ChatFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  chat = new ChatFixture(database.db);
}, 60_000);
afterAll(() => database?.drop());
afterEach(async () => {
  const found = await chat.contradictions();
  if (found.length > 0) throw new Error(found.join(', '));
});

const codeOf = (failure: unknown): string => (failure instanceof Refusal ? failure.code : String(failure));
const all = { after: 0, before: undefined, limit: 100 };

test('the same client id a hundred times at once is one message, published once', async () => {
  const room = await chat.room({ lang: 'en' });
  chat.published.length = 0;
  const sent = await Promise.all(
    Array.from({ length: 100 }, () => chat.write(room, user(1), 'once', { clientId: 'the-same-one' })),
  );
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(await messagesOfRoom(database.db, room, undefined, all)).toHaveLength(1);
  expect(chat.published).toHaveLength(1);
});

test('messages of many authors at once get numbers without gaps, and nobody sees a UID', async () => {
  const room = await chat.room({ lang: 'th' });
  await Promise.all(Array.from({ length: 40 }, (_, at) => chat.write(room, user(at + 10), `message ${at}`)));
  const messages = await messagesOfRoom(database.db, room, undefined, all);
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  for (const { nickname, userId } of messages) expect(nickname).not.toContain(String(userId));
});

test('of two moderators at once one decides, and a removal takes a new number', async () => {
  const room = await chat.room({ lang: 'jp' });
  const { id, seq } = await chat.write(room, user(2), 'hello');
  const remove = (by: string) =>
    decide(chat.deps, by, { id, decision: 'remove', reason: 'a test' }).catch(codeOf);
  const outcomes = await Promise.all([remove('support'), remove('risk')]);
  expect(outcomes.filter((each) => each === 'chat_decided')).toHaveLength(1);
  const [message] = await messagesOfRoom(database.db, room, undefined, { ...all, after: seq });
  expect(message).toMatchObject({ id, state: 'removed', seq: seq + 1 });
});

test('of messages at once in slow mode one is accepted', async () => {
  const room = await chat.room({ lang: 'kor', slowModeS: 30 });
  const write = () => chat.write(room, user(3), 'me first').catch(codeOf);
  const outcomes = await Promise.all(Array.from({ length: 8 }, write));
  expect(outcomes.filter((each) => each === 'chat_slow_mode')).toHaveLength(7);
  chat.clock.set(chat.clock.now() + 30_000);
  expect(await write()).toMatchObject({ state: 'shown' });
});

test('reports at once hide a message once; a decision ends that', async () => {
  const room = await chat.room({ marketId: marketId(1) });
  const { id } = await chat.write(room, user(4), 'double your coins');
  const reported = (reader: number) =>
    report(chat.deps, { user: user(reader), messageId: id, reason: 'scam', comment: '' });
  chat.published.length = 0;
  await Promise.all([30, 31, 32, 33, 30].map(reported));
  expect(chat.published.map(({ state }) => state)).toEqual(['held']);
  await decide(chat.deps, 'support', { id, decision: 'release', reason: '' });
  await Promise.all([34, 35, 36].map(reported));
  const [message] = await messagesOfRoom(database.db, room, undefined, all);
  expect(message?.state).toBe('shown');
});

test('a mute in a room holds in no other one', async () => {
  const [room, other] = [
    await chat.room({ marketId: marketId(4) }),
    await chat.room({ marketId: marketId(5) }),
  ];
  const { authorId } = await chat.write(room, user(6), 'hi');
  await mute(chat.deps, 'support', { authorId, roomId: room, minutes: 60, reason: 'a test' });
  await expect(chat.write(room, user(6), 'again')).rejects.toMatchObject({ code: 'chat_muted' });
  expect(await chat.write(other, user(6), 'elsewhere')).toMatchObject({ state: 'shown' });
});

test('of two mutes the longer one holds, whichever came first', async () => {
  const room = await chat.room({ marketId: marketId(6) });
  const mutes = [
    [7, [10, 60]],
    [8, [60, 10]],
  ] as const;
  for (const [who, [here, everywhere]] of mutes) {
    const { authorId } = await chat.write(room, user(who), 'hi');
    await mute(chat.deps, 'support', { authorId, roomId: room, minutes: here, reason: 'a test' });
    await mute(chat.deps, 'support', { authorId, roomId: undefined, minutes: everywhere, reason: 'a test' });
    const until = chat.clock.now() + 60 * MINUTE_MS;
    expect(await mutedUntil(database.db, authorId, room, chat.clock.now())).toBe(until);
  }
  const again = () => Promise.all([7, 8].map((who) => chat.write(room, user(who), 'again').catch(codeOf)));
  const started = chat.clock.now();
  chat.clock.set(started + 60 * MINUTE_MS - 1);
  expect(await again()).toEqual(['chat_muted', 'chat_muted']);
  chat.clock.set(started + 60 * MINUTE_MS);
  expect(await again()).toMatchObject([{ state: 'shown' }, { state: 'shown' }]);
});

test('a mute in all rooms holds in each and ends by itself', async () => {
  const room = await chat.room({ marketId: marketId(2) });
  const { authorId } = await chat.write(room, user(5), 'hi');
  await mute(chat.deps, 'support', { authorId, roomId: undefined, minutes: 60, reason: 'a test' });
  await expect(chat.write(room, user(5), 'again')).rejects.toMatchObject({ code: 'chat_muted' });
  chat.clock.set(chat.clock.now() + 3_600_001);
  expect(await chat.write(room, user(5), 'again')).toMatchObject({ state: 'shown' });
});

test('of two authors who are blocked at once as the last one is refused; the blocks of others do not count', async () => {
  const reader = user(900);
  const authors = await chat.ctx.db.rows<{ id: number }>(sql`
    insert into chat_authors (user_id, created_at)
    select 900000 + number, now() from generate_series(1, ${BLOCKS_MAX + 1}::int) as number returning id`);
  const [last = 0, late = 0] = authors.splice(-2).map(({ id }) => id);
  for (const blocker of [reader, user(901)])
    await chat.ctx.db.run(sql`
      insert into chat_blocks (user_id, author_id, created_at)
      select ${blocker}, id, now() from unnest(${authors.map(({ id }) => id)}::bigint[]) as id`);
  const blocked = await overlap(
    chat.ctx.db,
    async (tx) => {
      await lockFor(tx, 'chat blocks', reader);
      await tx.run(sql`
        insert into chat_blocks (user_id, author_id, created_at) values (${reader}, ${last}, now())`);
    },
    () => setBlocked(chat.deps, reader, late, true),
  );
  expect(blocked).toMatchObject({ hasWaited: true, reason: { code: 'chat_block_limit' } });
  await setBlocked(chat.deps, reader, last, false);
  await setBlocked(chat.deps, reader, late, true);
});
