import { contract } from '@karat/contract';
import type { Contract, OperatorRole } from '@karat/contract';
import { callConsole } from '@karat/platform/testing';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './console.ts';
import type { SupportDeps } from './deps.ts';
import { START, SupportFixture, user } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: SupportFixture;
let deps: SupportDeps;

type Support = Contract['support'];
const call = <Path extends Extract<keyof Support, `console/${string}`>>(
  path: Path,
  fields = {},
  login: OperatorRole = 'support',
) => callConsole(contract.support, consoleHandlers(deps), path, { login, fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new SupportFixture(database.db);
  deps = {
    ...fixture.deps,
    people: async (_, users) =>
      users.map((id) => ({ id, nickname: `K${id}`, email: `${id}@people.example`, antiPhishing: null })),
    records: new Map([
      [
        'withdrawal',
        {
          recent: async (_db: unknown, uid: number) => [
            { id: 5, title: `Out of ${uid}`, detail: '12 USDT', createdMs: START - 9_000 },
          ],
          find: async () => undefined,
        },
      ],
    ]),
  };
});
afterAll(() => database.drop());

test('conversations by state, operator, user and text, one with its messages and notes, and the statistics', async () => {
  const first = await fixture.ask(1, 'where is my deposit');
  fixture.clock.advance(MINUTE_MS);
  const second = await fixture.ask(2, 'how do I verify');
  fixture.clock.advance(2 * MINUTE_MS);
  const third = await fixture.ask(3, 'a loan please');
  const [a, b, c] = [first, second, third].map(({ conversation }) => conversation.id);
  fixture.clock.advance(3 * MINUTE_MS);
  expect(await call('console/support_take', { id: a })).toEqual({
    assignee: 'support',
    closed_ms: null,
    created_at: '2026-11-20 02:00:00',
    created_ms: START,
    id: 1,
    kind: 'chat',
    lang: 'en',
    last_ms: START + 6 * MINUTE_MS,
    last_seq: 2,
    last_text: 'where is my deposit',
    merged_into: null,
    name: 'K100001',
    operator: 'Sana',
    operator_read_seq: 0,
    queue_position: null,
    rating: null,
    rating_comment: '',
    read_seq: 0,
    state: 'active',
    subject: '',
    uid: 100001,
    unanswered: 1,
    unread: 0,
    visitor: false,
    waiting_since_ms: START,
  });
  fixture.clock.advance(MINUTE_MS);
  expect(
    await call('console/support_answer', {
      id: a,
      client_id: '00000000-0000-4000-8000-000000000001',
      text: 'which network?',
    }),
  ).toEqual({
    conversation: {
      assignee: 'support',
      closed_ms: null,
      created_at: '2026-11-20 02:00:00',
      created_ms: START,
      id: 1,
      kind: 'chat',
      lang: 'en',
      last_ms: START + 7 * MINUTE_MS,
      last_seq: 3,
      last_text: 'which network?',
      merged_into: null,
      name: 'K100001',
      operator: 'Sana',
      operator_read_seq: 0,
      queue_position: null,
      rating: null,
      rating_comment: '',
      read_seq: 0,
      state: 'active',
      subject: '',
      uid: 100001,
      unanswered: 1,
      unread: 1,
      visitor: false,
      waiting_since_ms: null,
    },
    message: {
      author: 'operator',
      client_id: '00000000-0000-4000-8000-000000000001',
      conversation_id: 1,
      created_at: '2026-11-20 02:07:00',
      created_ms: START + 7 * MINUTE_MS,
      event: null,
      file: null,
      id: 5,
      reference: null,
      seq: 3,
      text: 'which network?',
    },
  });
  fixture.clock.advance(MINUTE_MS);
  await fixture.ask(1, 'tron', a);
  await fixture.ask(1, 'since noon', a);
  fixture.clock.advance(5 * MINUTE_MS);
  await call('console/support_take', { id: b }, 'risk');
  await call(
    'console/support_answer',
    { id: b, client_id: '00000000-0000-4000-8000-000000000002', text: 'by a photo' },
    'risk',
  );
  fixture.clock.advance(7 * MINUTE_MS);
  const { last_seq } = (await call('console/support_messages', { id: b })).conversation;
  expect(await call('console/support_close', { id: b, last_seq }, 'risk')).toEqual({
    assignee: 'risk',
    closed_ms: START + 20 * MINUTE_MS,
    created_at: '2026-11-20 02:01:00',
    created_ms: START + MINUTE_MS,
    id: 2,
    kind: 'chat',
    lang: 'en',
    last_ms: START + 20 * MINUTE_MS,
    last_seq: 4,
    last_text: 'by a photo',
    merged_into: null,
    name: 'K100002',
    operator: 'Rika',
    operator_read_seq: 0,
    queue_position: null,
    rating: null,
    rating_comment: '',
    read_seq: 0,
    state: 'closed',
    subject: '',
    uid: 100002,
    unanswered: 1,
    unread: 1,
    visitor: false,
    waiting_since_ms: null,
  });
  expect(await call('console/support_note', { id: a, text: 'asked custody' })).toEqual({
    author: 'support',
    created_ms: START + 20 * MINUTE_MS,
    id: 1,
    text: 'asked custody',
  });
  expect(await call('console/support_messages', { id: a })).toEqual({
    conversation: {
      assignee: 'support',
      closed_ms: null,
      created_at: '2026-11-20 02:00:00',
      created_ms: START,
      id: 1,
      kind: 'chat',
      lang: 'en',
      last_ms: START + 8 * MINUTE_MS,
      last_seq: 5,
      last_text: 'since noon',
      merged_into: null,
      name: 'K100001',
      operator: 'Sana',
      operator_read_seq: 0,
      queue_position: null,
      rating: null,
      rating_comment: '',
      read_seq: 0,
      state: 'active',
      subject: '',
      uid: 100001,
      unanswered: 3,
      unread: 1,
      visitor: false,
      waiting_since_ms: START + 8 * MINUTE_MS,
    },
    data: [
      {
        author: 'customer',
        client_id: null,
        conversation_id: 1,
        created_at: '2026-11-20 02:00:00',
        created_ms: START,
        event: null,
        file: null,
        id: 1,
        reference: null,
        seq: 1,
        text: 'where is my deposit',
      },
      {
        author: 'system',
        client_id: null,
        conversation_id: 1,
        created_at: '2026-11-20 02:06:00',
        created_ms: START + 6 * MINUTE_MS,
        event: 'joined',
        file: null,
        id: 4,
        reference: null,
        seq: 2,
        text: 'Sana',
      },
      {
        author: 'operator',
        client_id: '00000000-0000-4000-8000-000000000001',
        conversation_id: 1,
        created_at: '2026-11-20 02:07:00',
        created_ms: START + 7 * MINUTE_MS,
        event: null,
        file: null,
        id: 5,
        reference: null,
        seq: 3,
        text: 'which network?',
      },
      {
        author: 'customer',
        client_id: null,
        conversation_id: 1,
        created_at: '2026-11-20 02:08:00',
        created_ms: START + 8 * MINUTE_MS,
        event: null,
        file: null,
        id: 6,
        reference: null,
        seq: 4,
        text: 'tron',
      },
      {
        author: 'customer',
        client_id: null,
        conversation_id: 1,
        created_at: '2026-11-20 02:08:00',
        created_ms: START + 8 * MINUTE_MS,
        event: null,
        file: null,
        id: 7,
        reference: null,
        seq: 5,
        text: 'since noon',
      },
    ],
    notes: [{ author: 'support', created_ms: START + 20 * MINUTE_MS, id: 1, text: 'asked custody' }],
    typing: false,
  });
  expect(await call('console/support_inbox', { limit: '2' })).toEqual({
    counts: { active: 1, mine: 1, waiting: 1 },
    current_page: 1,
    data: [
      {
        assignee: null,
        closed_ms: null,
        created_at: '2026-11-20 02:03:00',
        created_ms: START + 3 * MINUTE_MS,
        id: 3,
        kind: 'chat',
        lang: 'en',
        last_ms: START + 3 * MINUTE_MS,
        last_seq: 1,
        last_text: 'a loan please',
        merged_into: null,
        name: 'K100003',
        operator: null,
        operator_read_seq: 0,
        queue_position: 1,
        rating: null,
        rating_comment: '',
        read_seq: 0,
        state: 'waiting',
        subject: '',
        uid: 100003,
        unanswered: 1,
        unread: 0,
        visitor: false,
        waiting_since_ms: START + 3 * MINUTE_MS,
      },
      {
        assignee: 'support',
        closed_ms: null,
        created_at: '2026-11-20 02:00:00',
        created_ms: START,
        id: 1,
        kind: 'chat',
        lang: 'en',
        last_ms: START + 8 * MINUTE_MS,
        last_seq: 5,
        last_text: 'since noon',
        merged_into: null,
        name: 'K100001',
        operator: 'Sana',
        operator_read_seq: 0,
        queue_position: null,
        rating: null,
        rating_comment: '',
        read_seq: 0,
        state: 'active',
        subject: '',
        uid: 100001,
        unanswered: 3,
        unread: 1,
        visitor: false,
        waiting_since_ms: START + 8 * MINUTE_MS,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/support_inbox', { limit: '2', page: '2' })).toEqual({
    counts: { active: 1, mine: 1, waiting: 1 },
    current_page: 2,
    data: [
      {
        assignee: 'risk',
        closed_ms: START + 20 * MINUTE_MS,
        created_at: '2026-11-20 02:01:00',
        created_ms: START + MINUTE_MS,
        id: 2,
        kind: 'chat',
        lang: 'en',
        last_ms: START + 20 * MINUTE_MS,
        last_seq: 4,
        last_text: 'by a photo',
        merged_into: null,
        name: 'K100002',
        operator: 'Rika',
        operator_read_seq: 0,
        queue_position: null,
        rating: null,
        rating_comment: '',
        read_seq: 0,
        state: 'closed',
        subject: '',
        uid: 100002,
        unanswered: 1,
        unread: 1,
        visitor: false,
        waiting_since_ms: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) =>
    (await call('console/support_inbox', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'closed' }),
    await ids({ assigned: 'me' }),
    await ids({ uid: user(3) }),
    await ids({ keyword: 'loan' }),
    await ids({ kind: 'ticket' }),
    await ids({ lang: 'fra' }),
  ]).toEqual([[b], [a], [c], [c], [], []]);
  expect(await call('console/support_operators')).toEqual([
    { login: 'support', name: 'Sana', open: 1 },
    { login: 'risk', name: 'Rika', open: 0 },
  ]);
  expect(await call('console/support_statistics', { from_ms: START, to_ms: START + HOUR_MS })).toEqual({
    closed: 1,
    conversations: 3,
    first_answer_ms: 420000,
    first_answer_p90_ms: 720000,
    messages: 7,
    operators: [
      {
        closed: 1,
        conversations: 1,
        first_answer_ms: 720000,
        first_answer_p90_ms: 720000,
        login: 'risk',
        rating: null,
        ratings: 0,
        resolution_ms: 1140000,
        resolution_p90_ms: 1140000,
      },
      {
        closed: 0,
        conversations: 1,
        first_answer_ms: 420000,
        first_answer_p90_ms: 420000,
        login: 'support',
        rating: null,
        ratings: 0,
        resolution_ms: null,
        resolution_p90_ms: null,
      },
    ],
    rating: null,
    ratings: 0,
    resolution_ms: 1140000,
    resolution_p90_ms: 1140000,
    tickets: 0,
  });
  expect(await call('console/support_assign', { id: c, login: 'risk' })).toEqual({
    assignee: 'risk',
    closed_ms: null,
    created_at: '2026-11-20 02:03:00',
    created_ms: START + 3 * MINUTE_MS,
    id: 3,
    kind: 'chat',
    lang: 'en',
    last_ms: START + 20 * MINUTE_MS,
    last_seq: 2,
    last_text: 'a loan please',
    merged_into: null,
    name: 'K100003',
    operator: 'Rika',
    operator_read_seq: 0,
    queue_position: null,
    rating: null,
    rating_comment: '',
    read_seq: 0,
    state: 'active',
    subject: '',
    uid: 100003,
    unanswered: 1,
    unread: 0,
    visitor: false,
    waiting_since_ms: START + 3 * MINUTE_MS,
  });
  // To whom it is assigned already: nobody joins again.
  expect(await call('console/support_assign', { id: c, login: 'risk' })).toMatchObject({ last_seq: 2 });
});

test('an answer that asks for a password is sent only after the operator confirmed it', async () => {
  const { conversation } = await fixture.ask(8, 'I cannot log in');
  const given = {
    id: conversation.id,
    client_id: '00000000-0000-4000-8000-000000000009',
    text: 'please send me your password',
  };
  await expect(call('console/support_answer', given)).rejects.toMatchObject({ code: 'support_sensitive' });
  const { message } = await call('console/support_answer', { ...given, confirmed: true });
  expect(message).toMatchObject({ author: 'operator', text: given.text });
});
