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
    name: 'Français',
    open: true,
    position: 3,
    slow_mode_s: 10,
  });
  const market = await fixture.room({ marketId: marketId(1), open: false, slowModeS: 9, position: 1 });
  await fixture.write(first.id, user(1), 'bonjour');
  fixture.clock.advance(MINUTE_MS);
  await fixture.write(first.id, user(1), 'salut');
  fixture.clock.advance(MINUTE_MS);
  await fixture.write(first.id, user(2), 'mail me: a@people.example');
  fixture.clock.advance(MINUTE_MS);
  await fixture.write(first.id, user(3), 'hello');
  expect(await call('console/chat_rooms')).toEqual([
    {
      held: 1,
      id: 1,
      kind: 'language',
      lang: 'fra',
      match_id: null,
      messages_day: 4,
      name: 'Français',
      open: true,
      position: 3,
      slow_mode_s: 10,
    },
    {
      held: 0,
      id: 2,
      kind: 'market',
      lang: null,
      match_id: 1,
      messages_day: 0,
      name: 'BTC/USDT',
      open: false,
      position: 1,
      slow_mode_s: 9,
    },
  ]);
  const held = await call('console/chat_messages', { filter: 'held' });
  expect(held).toEqual({
    current_page: 1,
    data: [
      {
        author_id: 3,
        created_ms: START + 2 * MINUTE_MS,
        decided_by: null,
        decided_ms: null,
        holds: ['email'],
        id: 3,
        muted_until_ms: null,
        nickname: 'K#3',
        reports: [],
        room: 'Français',
        room_id: 1,
        state: 'held',
        text: 'mail me: a@people.example',
        uid: 100002,
        vip_level: 2,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  const all = await call('console/chat_messages', { filter: 'all', limit: '2' });
  expect(all).toEqual({
    current_page: 1,
    data: [
      {
        author_id: 4,
        created_ms: START + 3 * MINUTE_MS,
        decided_by: null,
        decided_ms: null,
        holds: [],
        id: 4,
        muted_until_ms: null,
        nickname: 'K#4',
        reports: [],
        room: 'Français',
        room_id: 1,
        state: 'shown',
        text: 'hello',
        uid: 100003,
        vip_level: 2,
      },
      {
        author_id: 3,
        created_ms: START + 2 * MINUTE_MS,
        decided_by: null,
        decided_ms: null,
        holds: ['email'],
        id: 3,
        muted_until_ms: null,
        nickname: 'K#3',
        reports: [],
        room: 'Français',
        room_id: 1,
        state: 'held',
        text: 'mail me: a@people.example',
        uid: 100002,
        vip_level: 2,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  const [newest] = all.data;
  await call('console/chat_mute', {
    author_id: newest?.author_id,
    room_id: first.id,
    minutes: '60',
    reason: 'noise',
  });
  fixture.clock.advance(MINUTE_MS);
  expect(await call('console/chat_decide', { id: newest?.id, decision: 'remove', reason: 'noise' })).toEqual({
    author_id: 4,
    created_ms: START + 3 * MINUTE_MS,
    decided_by: 'support',
    decided_ms: START + 4 * MINUTE_MS,
    holds: [],
    id: 4,
    muted_until_ms: START + 63 * MINUTE_MS,
    nickname: 'K#4',
    reports: [],
    room: 'Français',
    room_id: 1,
    state: 'removed',
    text: 'hello',
    uid: 100003,
    vip_level: 2,
  });
  const ids = async (fields: object) =>
    (await call('console/chat_messages', { filter: 'all', ...fields })).data.map(({ id }) => id);
  expect([await ids({ room_id: market }), (await ids({ author_id: newest?.author_id })).length]).toEqual([
    [],
    1,
  ]);
});
