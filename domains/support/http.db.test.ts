import { contract, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { FrameReader, callHandler, pageAt } from '@karat/platform/testing';
import { createPrivateChannels } from '@karat/platform/ws';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSupport } from './channel.ts';
import type { RecordSource } from './deps.ts';
import { supportHandlers } from './http.ts';
import { START, SupportFixture, user } from './testing/fixture.ts';

const [MIA, NOA, OLA] = [user(1), user(2), user(3)];
const NAMES = new Map<number, string>([
  [MIA, 'Mia'],
  [NOA, 'Noa'],
  [OLA, 'Ola'],
]);
const at = (minutes: number): number => START + minutes * MINUTE_MS;
const created = (minutes: number) => ({ created_at: wireTime(at(minutes)), created_ms: at(minutes) });
const record = (id: number, minutes: number) => ({
  ...{ id, title: `${id} USDT`, detail: `detail ${id}`, createdMs: at(minutes) },
});
const recordView = (kind: string, id: number, minutes: number) => ({
  ...{ kind, id, title: `${id} USDT`, detail: `detail ${id}`, created_ms: at(minutes) },
});
/** Records of one user. */
const recordsOf = (owner: UserId, ...rows: ReturnType<typeof record>[]): RecordSource => ({
  recent: (_, who) => Promise.resolve(who === owner ? rows : []),
  find: (_, who, id) => Promise.resolve(who === owner ? rows.find((row) => row.id === id) : undefined),
});
const PANEL: NonNullable<Awaited<ReturnType<SupportFixture['deps']['panelOf']>>> = {
  ...{ nickname: 'Noa', email: 'noa@people.example', phone: '+852 1', status: 'active', real_state: 2 },
  ...{ vip_level: 3, lang: 'fra', created_ms: 11, uid: NOA },
  balances: [{ account: 'change', currency: 'USDT', available: '5', held: '2' }],
  devices: [{ device: 'Firefox', address: '10.0.0.1', created_ms: 12, seen_ms: 13 }],
};

let database: TestDatabase;
let support: SupportFixture;
let handlers: ReturnType<typeof supportHandlers>;
const reader = new FrameReader();
const ids = { chat: 0, ticket: 0, second: 0, visitor: 0, waiting: 0 };
let replied: unknown[] = [];

const as = <Path extends keyof typeof contract.support>(path: Path, who?: UserId, fields = {}) =>
  callHandler(contract.support, handlers, path, { who, fields, lang: who === NOA ? 'fra' : 'en' });
const console_ = <Path extends keyof typeof contract.support>(path: Path, fields = {}, login = 'support') =>
  callHandler(contract.support, handlers, path, { login, fields });
const message = (seq: number, author: string, text: string, minutes: number, more: object = {}) => ({
  ...{
    id: expect.any(Number) as number,
    seq,
    author,
    client_id: null,
    text,
    event: null,
    file: null,
    reference: null,
  },
  ...{ ...created(minutes), ...more },
});
const conversation = (id: number, minutes: number, more: object) => ({
  ...{ id, kind: 'chat', state: 'waiting', subject: '', operator: null, queue_position: null, read_seq: 0 },
  ...{ operator_read_seq: 0, unread: 0, rating: null, ...created(minutes), closed_ms: null, ...more },
});

/** Conversations in every state, of users and a visitor, each step in a minute of its own. */
async function talk(): Promise<void> {
  const minute = (minutes: number) => support.clock.set(at(minutes));
  const first = await as('support/send', MIA, { client_id: 'from-mia-1', text: 'hello' });
  ids.chat = first.conversation.id;
  minute(1);
  const reference = { reference_kind: 'deposit', reference_id: 5 };
  const ticket = { client_id: 'from-noa-1', subject: 'Card', text: 'It fails', ...reference };
  const opened = await as('support/ticket', NOA, ticket);
  ids.ticket = opened.conversation.id;
  minute(2);
  ids.second = (await as('support/send', NOA, { client_id: 'from-noa-2', text: 'hi' })).conversation.id;
  await as('support/send', MIA, { client_id: 'from-mia-2', text: 'are you there' });
  minute(3);
  const answered = await console_('console/support_answer', {
    ...{ id: ids.chat, client_id: 'answer-1', text: 'yes' },
  });
  replied = [first, opened, answered];
  minute(5);
  await as('support/read', MIA, { id: ids.chat, seq: 4 });
  await console_('console/support_answer', { id: ids.chat, client_id: 'answer-2', text: 'what else' });
  minute(6);
  await console_('console/support_read', { id: ids.chat, seq: 2 });
  minute(7);
  await as('support/send', MIA, { client_id: 'from-mia-3', text: 'Card again' });
  minute(9);
  await console_('console/support_assign', { id: ids.ticket, login: 'risk' });
  minute(10);
  const visit = { email: 'vera@mail.example', code: '123456', subject: 'Login', text: 'No way in' };
  const visitor = await as('support/visitor/start', undefined, { ...visit, client_id: 'from-vera-1' });
  ids.visitor = visitor.conversation.id;
  minute(11);
  await console_('console/support_take', { id: ids.visitor });
  await as('support/close', NOA, { id: ids.ticket });
  minute(14);
  await console_('console/support_answer', { id: ids.second, client_id: 'answer-3', text: 'hi Noa' }, 'risk');
  minute(15);
  ids.waiting = (await as('support/send', OLA, { client_id: 'from-ola-1', text: 'me too' })).conversation.id;
  minute(16);
  await as('support/visitor/close', undefined, { token: visitor.token, stars: 1, comment: 'slow' });
}

beforeAll(async () => {
  database = await createTestDatabase();
  support = new SupportFixture(database.db, {
    people: (_, users) =>
      Promise.resolve(
        users.map((id) => ({ id, nickname: NAMES.get(id) ?? '', email: null, antiPhishing: null })),
      ),
    records: new Map([
      ['deposit', recordsOf(NOA, record(5, -3), record(4, -20))],
      ['withdrawal', recordsOf(NOA, record(6, -10))],
    ]),
    panelOf: (who) => Promise.resolve(who === NOA ? PANEL : undefined),
    findArticles: (_, now, lang, question, limit) =>
      Promise.resolve([{ id: 3, c_id: 8, title: `${question} ${lang}`, abstract: `${limit} at ${now}` }]),
  });
  handlers = supportHandlers(support.deps);
  await talk();
});
afterAll(() => database.drop());

const miasChat = () =>
  conversation(ids.chat, 0, {
    ...{ state: 'active', operator: 'Sana', last_seq: 6, read_seq: 4, operator_read_seq: 2, unread: 1 },
    last_ms: at(7),
  });
const noasTicket = () =>
  conversation(ids.ticket, 1, {
    ...{ kind: 'ticket', state: 'closed', subject: 'Card', operator: 'Rika', last_seq: 3, last_ms: at(11) },
    closed_ms: at(11),
  });
const noasChat = () =>
  conversation(ids.second, 2, {
    ...{ state: 'active', operator: 'Rika', last_seq: 3, unread: 1, last_ms: at(14) },
  });
const chatRow = () => ({
  ...{ ...miasChat(), uid: MIA, name: 'Mia', visitor: false, lang: 'en', assignee: 'support', unanswered: 1 },
  ...{ waiting_since_ms: at(7), last_text: 'Card again', rating_comment: '', merged_into: null },
});
const secondRow = () => ({
  ...{ ...noasChat(), uid: NOA, name: 'Noa', visitor: false, lang: 'fra', assignee: 'risk', unanswered: 1 },
  ...{ waiting_since_ms: null, last_text: 'hi Noa', rating_comment: '', merged_into: null },
});
const waitingRow = () => ({
  ...conversation(ids.waiting, 15, { queue_position: 1, last_seq: 1, last_ms: at(15) }),
  ...{ uid: OLA, name: 'Ola', visitor: false, lang: 'en', assignee: null, unanswered: 1 },
  ...{ waiting_since_ms: at(15), last_text: 'me too', rating_comment: '', merged_into: null },
});
const visitorRow = () => ({
  ...conversation(ids.visitor, 10, {
    ...{ state: 'closed', subject: 'Login', operator: 'Sana', last_seq: 3, rating: 1, last_ms: at(16) },
    closed_ms: at(16),
  }),
  ...{ uid: null, name: 'v***@mail.example', visitor: true, lang: 'en', assignee: 'support', unanswered: 1 },
  ...{ waiting_since_ms: at(10), last_text: 'No way in', rating_comment: 'slow', merged_into: null },
});
const ticketRow = (more: object = {}) => ({
  ...{ ...noasTicket(), uid: NOA, name: 'Noa', visitor: false, lang: 'fra', assignee: 'risk', unanswered: 1 },
  ...{ waiting_since_ms: at(1), last_text: 'It fails', rating_comment: '', merged_into: null, ...more },
});

test('a message, a ticket with a record and an answer, each as its sender sees it', () => {
  expect(replied).toEqual([
    {
      conversation: conversation(ids.chat, 0, { queue_position: 1, last_seq: 1, last_ms: at(0) }),
      message: message(1, 'customer', 'hello', 0, { client_id: 'from-mia-1', conversation_id: ids.chat }),
    },
    {
      conversation: conversation(ids.ticket, 1, {
        ...{ kind: 'ticket', subject: 'Card', queue_position: 2, last_seq: 1, last_ms: at(1) },
      }),
      message: message(1, 'customer', 'It fails', 1, {
        ...{ client_id: 'from-noa-1', conversation_id: ids.ticket, reference: recordView('deposit', 5, -3) },
      }),
    },
    {
      conversation: {
        ...{ ...chatRow(), last_seq: 4, read_seq: 0, operator_read_seq: 0, unanswered: 2, last_ms: at(3) },
        ...{ waiting_since_ms: null, last_text: 'yes' },
      },
      message: message(4, 'operator', 'yes', 3, { client_id: 'answer-1', conversation_id: ids.chat }),
    },
  ]);
});

test('the own conversations, and the one that is shown first', async () => {
  expect(await as('support/conversation', MIA)).toEqual(miasChat());
  expect(await as('support/conversation', NOA)).toEqual(noasChat());
  expect(await as('support/conversation', user(9))).toBeNull();
  for (const [index, one] of [noasChat(), noasTicket()].entries())
    expect(await as('support/conversations', NOA, { page: index + 1, limit: 1 })).toEqual(
      pageAt({ page: index + 1, limit: 1, total: 2 }, [one]),
    );
});

const talked = (side: 'customer' | 'operator') => {
  const own = (author: string, client_id: string) => (author === side ? { client_id } : {});
  const rows = [
    message(1, 'customer', 'hello', 0, own('customer', 'from-mia-1')),
    message(2, 'customer', 'are you there', 2, own('customer', 'from-mia-2')),
    message(3, 'system', 'Sana', 3, { event: 'joined' }),
    message(4, 'operator', 'yes', 3, own('operator', 'answer-1')),
    message(5, 'operator', 'what else', 5, own('operator', 'answer-2')),
    message(6, 'customer', 'Card again', 7, own('customer', 'from-mia-3')),
  ];
  return rows.map((row) => ({ ...row, conversation_id: ids.chat }));
};

test('messages for each side, in windows, with who is typing', async () => {
  const list = (fields: object) => as('support/messages', MIA, { id: ids.chat, ...fields });
  expect(await list({})).toEqual({
    ...{ conversation: miasChat(), data: talked('customer'), typing: false },
  });
  expect((await list({ after: 4, limit: 1 })).data).toEqual(talked('customer').slice(4, 5));
  expect((await list({ before: 4, limit: 2 })).data).toEqual(talked('customer').slice(1, 3));
  await console_('console/support_typing', { id: ids.chat });
  expect((await list({ limit: 1 })).typing).toBe(true);
  const note = { id: expect.any(Number) as number, author: 'risk', text: 'knows us', created_ms: at(16) };
  const added = await console_('console/support_note', { id: ids.chat, text: 'knows us' }, 'risk');
  expect(added).toEqual(note);
  const consoleList = () => console_('console/support_messages', { id: ids.chat });
  const view = { conversation: chatRow(), data: talked('operator'), notes: [note] };
  expect(await consoleList()).toEqual({ ...view, typing: false });
  await as('support/typing', MIA, { id: ids.chat });
  expect((await consoleList()).typing).toBe(true);
});

test('opening hours, the queue and unread answers', async () => {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 540, to: 1_080 }));
  const status = { open: true, time_zone: 'Asia/Hong_Kong', hours, opens_ms: null, waiting: 1, unread: 0 };
  expect(await as('support/status')).toEqual(status);
  expect(await as('support/status', MIA)).toEqual({ ...status, unread: 1 });
  const [article] = await as('support/articles', NOA, { q: 'card', limit: 2 });
  expect(article).toEqual({ id: 3, c_id: 8, title: 'card fra', abstract: `2 at ${at(16)}` });
  const own = [recordView('deposit', 5, -3), recordView('deposit', 4, -20)];
  expect(await as('support/references', NOA, { kind: 'deposit' })).toEqual(own);
});

test('the inbox by state, assignee, kind, language, user and words, the longest waiting first', async () => {
  const list = (fields: object, login?: string) => console_('console/support_inbox', fields, login);
  const counts = { waiting: 1, active: 2, mine: 1 };
  const rows = [chatRow(), waitingRow(), secondRow(), ticketRow(), visitorRow()];
  const page = { limit: 3, total: 5 };
  expect(await list({ page: 1, limit: 3 })).toEqual({
    ...{ ...pageAt({ ...page, page: 1 }, rows.slice(0, 3)), counts },
  });
  expect(await list({ page: 2, limit: 3 })).toEqual({
    ...{ ...pageAt({ ...page, page: 2 }, rows.slice(3)), counts },
  });
  const found = async (fields: object) => {
    const { data, total } = await list(fields);
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  const { chat, ticket, second, visitor, waiting } = ids;
  expect(await found({ state: 'open' })).toEqual([chat, waiting, second]);
  expect(await found({ state: 'active' })).toEqual([chat, second]);
  expect(await found({ state: 'closed' })).toEqual([ticket, visitor]);
  expect(await found({ assigned: 'me' })).toEqual([chat, visitor]);
  expect(await found({ assigned: 'nobody' })).toEqual([waiting]);
  expect(await found({ assigned: 'others' })).toEqual([second, ticket]);
  expect(await found({ kind: 'ticket' })).toEqual([ticket]);
  expect(await found({ lang: 'fra' })).toEqual([second, ticket]);
  expect(await found({ uid: NOA })).toEqual([second, ticket]);
  expect(await found({ keyword: 'card' })).toEqual([chat, ticket]);
  expect((await list({}, 'nobody')).counts).toEqual({ ...counts, mine: 0 });
});

test('operators with their open conversations, and the user of one', async () => {
  await console_('console/support_take', { id: ids.waiting });
  expect(await console_('console/support_operators')).toEqual([
    { login: 'support', name: 'Sana', open: 2 },
    { login: 'risk', name: 'Rika', open: 1 },
  ]);
  expect(await console_('console/support_customer', { id: ids.ticket })).toEqual({
    ...{ ...PANEL, conversations: 2 },
    records: [recordView('deposit', 5, -3), recordView('withdrawal', 6, -10), recordView('deposit', 4, -20)],
  });
});

test('statistics of a period, of all and by operator', async () => {
  support.clock.set(at(17));
  const rated = await as('support/rate', NOA, { id: ids.ticket, stars: 4, comment: 'fine' });
  expect(rated).toEqual({ ...noasTicket(), rating: 4 });
  const operator = (login: string, first: number, resolution: number, rating: string) => ({
    ...{ login, closed: 1, first_answer_ms: first * MINUTE_MS, first_answer_p90_ms: first * MINUTE_MS },
    ...{
      resolution_ms: resolution * MINUTE_MS,
      resolution_p90_ms: resolution * MINUTE_MS,
      rating,
      ratings: 1,
    },
  });
  const statistics = (from: number, to: number) =>
    console_('console/support_statistics', { from_ms: at(from), to_ms: at(to) });
  expect(await statistics(0, 15.5)).toEqual({
    ...{ conversations: 5, tickets: 1, closed: 2, messages: 10, first_answer_ms: 3 * MINUTE_MS },
    ...{ first_answer_p90_ms: 12 * MINUTE_MS, resolution_ms: 6 * MINUTE_MS },
    ...{ resolution_p90_ms: 10 * MINUTE_MS, rating: '2.50', ratings: 2 },
    operators: [
      { ...operator('risk', 12, 10, '4.00'), conversations: 2 },
      { ...operator('support', 3, 6, '1.00'), conversations: 3 },
    ],
  });
  expect(await statistics(1, 10)).toMatchObject({ conversations: 2, tickets: 1, closed: 1, ratings: 1 });
});

test('the channel of a user sends messages, changes and that an operator is typing', async () => {
  const own = createPrivateChannels();
  const stop = connectSupport(support.deps, own);
  own.listen(NOA, 'chat', reader);
  const { data: conversations } = await as('support/conversations', NOA);
  await expect
    .poll(() => reader.snapshotsOf('chat'))
    .toEqual([conversations.map((conversation) => ({ type: 'conversation', conversation }))]);
  await console_('console/support_answer', { id: ids.second, client_id: 'answer-9', text: 'bye' }, 'risk');
  await console_('console/support_typing', { id: ids.second }, 'risk');
  await console_('console/support_close', { id: ids.second, last_seq: 4 }, 'risk');
  await expect.poll(() => reader.of('chat').length).toBe(3);
  stop();
  const sent = message(4, 'operator', 'bye', 17, {
    conversation_id: ids.second,
    id: expect.any(Number) as number,
  });
  expect(reader.of('chat')).toEqual([
    { type: 'message', message: sent },
    { type: 'typing', conversation_id: ids.second },
    {
      type: 'conversation',
      conversation: {
        ...{ ...noasChat(), state: 'closed', last_seq: 5, unread: 2, last_ms: at(17), closed_ms: at(17) },
      },
    },
  ]);
});

test('the queue counts chats alone', async () => {
  await as('support/ticket', OLA, { client_id: 'from-ola-2', subject: 'Later', text: 'No hurry' });
  expect((await as('support/status')).waiting).toBe(0);
  await as('support/send', user(4), { client_id: 'from-pia-1', text: 'hello' });
  expect((await as('support/status')).waiting).toBe(1);
});
