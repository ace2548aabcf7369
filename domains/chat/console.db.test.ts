import { contract, marketId } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { callConsole } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './console.ts';
import { ChatFixture, START, user } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: ChatFixture;

type Chat = Contract['chat'];
const call = <Path extends Extract<keyof Chat, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.chat, consoleHandlers(fixture.deps), path, { login: 'support', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new ChatFixture(database.db);
});
afterAll(() => database.drop());

test('rooms with their counts, and messages for moderators with reports and mutes', async () => {
  const first = await call('console/chat_room_save', {
    id: '0',
    lang: 'fra',
    open: 'true',
    slow_mode_s: '10',
    position: '3',
  });
  expect(first).toEqual({
    held: 0,
    id: 1,
    kind: 'language',
    lang: 'fra',
    match_id: null,
    messages_day: 0,
    name: 'français',
    open: true,
    position: 3,
    slow_mode_s: 10,
  });
  const market = await fixture.room({ marketId: marketId(1), open: false, slowModeS: 9, position: 1 });
  await fixture.write(first.id, user(1), 'bonjour');
  await fixture.write(first.id, user(1), 'salut');
  fixture.clock.advance(MINUTE_MS);
  await fixture.write(first.id, user(2), 'mail me: a@people.example');
  fixture.clock.advance(MINUTE_MS);
  await fixture.write(first.id, user(3), 'hello');
  expect(await call('console/chat_rooms')).toMatchInlineSnapshot();
  const held = await call('console/chat_messages', { filter: 'held' });
  expect(held).toMatchInlineSnapshot();
  const all = await call('console/chat_messages', { filter: 'all', limit: '2' });
  expect(all).toMatchInlineSnapshot();
  const [newest] = all.data;
  await call('console/chat_mute', {
    author_id: newest?.author_id,
    room_id: first.id,
    minutes: '60',
    reason: 'noise',
  });
  fixture.clock.advance(MINUTE_MS);
  expect(
    await call('console/chat_decide', { id: newest?.id, decision: 'remove', reason: 'noise' }),
  ).toMatchInlineSnapshot();
  const ids = async (fields: object) =>
    (await call('console/chat_messages', { filter: 'all', ...fields })).data.map(({ id }) => id);
  expect([await ids({ room_id: market }), (await ids({ author_id: newest?.author_id })).length]).toEqual([
    [],
    1,
  ]);
});
