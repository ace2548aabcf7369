import { Refusal } from '@karat/contract';
import { lockFor } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { conversationById, conversationsOf, insertConversation } from './conversation-store.ts';
import { closeByCustomer, markRead } from './customer.ts';
import { messagesOf } from './message-store.ts';
import { closeByOperator, merge, take } from './operator-actions.ts';
import { open, senderOf } from './send.ts';
import { RIKA, SANA, START, SupportFixture, customer, user } from './testing/fixture.ts';

let database: TestDatabase;
let support: SupportFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  support = new SupportFixture(database.db);
}, 60_000);
afterAll(() => database?.drop());
afterEach(async () => {
  const found = await support.contradictions();
  if (found.length > 0) throw new Error(found.join(', '));
});

const codeOf = (failure: unknown): string => (failure instanceof Refusal ? failure.code : String(failure));
const all = { after: 0, before: undefined, limit: 100 };
const page = { page: 1, limit: 10 };

test('the same client id a hundred times at once opens one chat with one message', async () => {
  const sent = await Promise.all(
    Array.from({ length: 100 }, () => support.ask(1, 'once', undefined, 'the-same-one')),
  );
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
  const { rows } = await conversationsOf(database.db, user(1), page);
  expect(rows).toMatchObject([{ lastSeq: 1, unanswered: 1 }]);
});

test('conversations of one moment are listed the newest first, over all pages', async () => {
  const ids: number[] = [];
  for (const text of ['first', 'second', 'third']) {
    const { conversation } = await support.ask(51, text);
    await closeByCustomer(support.deps, customer(51), conversation.id);
    ids.unshift(conversation.id);
  }
  const listed = await Promise.all(
    [1, 2].map((at) => conversationsOf(database.db, user(51), { page: at, limit: 2 })),
  );
  expect(listed.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids);
  expect(listed.map(({ total }) => total)).toEqual([3, 3]);
});

test('two customers may use one client id, and each has a message of their own', async () => {
  const one = await support.ask(31, 'from the first', undefined, 'not-so-random');
  const other = await support.ask(32, 'from the second', undefined, 'not-so-random');
  expect(other.message).toMatchObject({ text: 'from the second' });
  expect(other.conversation.id).not.toBe(one.conversation.id);
});

test('different messages at once share one chat and get numbers without gaps', async () => {
  const sent = await Promise.all(Array.from({ length: 30 }, (_, at) => support.ask(2, `message ${at}`)));
  expect(new Set(sent.map(({ conversation }) => conversation.id)).size).toBe(1);
  const seqs = sent.map(({ message }) => message.seq).toSorted((a, b) => a - b);
  expect(seqs).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
});

test('of two operators at once one takes a conversation', async () => {
  const { conversation } = await support.ask(3, 'hello');
  const { id } = conversation;
  const outcomes = await Promise.all(
    [SANA, RIKA].map((operator) => take(support.deps, operator, id).catch(codeOf)),
  );
  expect(outcomes.filter((each) => each === 'support_assigned')).toHaveLength(1);
  const joined = await messagesOf(database.db, id, all);
  expect(joined.filter(({ event }) => event === 'joined')).toHaveLength(1);
});

test('a close against new messages: each message is before the close, or refused', async () => {
  const { conversation } = await support.ask(4, 'hello');
  const { id } = conversation;
  await take(support.deps, SANA, id);
  const outcomes = await Promise.all(
    [
      ...Array.from({ length: 10 }, (_, at) => support.ask(4, `late ${at}`, id).catch(codeOf)),
      closeByOperator(support.deps, SANA, id, undefined),
      closeByCustomer(support.deps, customer(4), id).catch(codeOf),
      ...Array.from({ length: 10 }, (_, at) => support.ask(4, `later ${at}`, id).catch(codeOf)),
    ].map((each) => each.catch(codeOf)),
  );
  const refused = outcomes.filter((each) => each === 'support_ended').length;
  const messages = await messagesOf(database.db, id, all);
  expect(messages.at(-1)?.event).toMatch(/^closed_by_/);
  expect(messages.filter(({ event }) => event?.startsWith('closed'))).toHaveLength(1);
  expect(messages.filter(({ author }) => author === 'customer')).toHaveLength(21 - Math.min(20, refused));
});

test('a close that names the last read message loses against a newer one', async () => {
  const { conversation } = await support.ask(5, 'hello');
  await support.ask(5, 'one more thing');
  const closing = closeByOperator(support.deps, SANA, conversation.id, conversation.lastSeq);
  await expect(closing).rejects.toMatchObject({ code: 'support_newer' });
});

test('answers notify a user once until the conversation is read', async () => {
  const { conversation } = await support.ask(6, 'hello');
  const { id } = conversation;
  support.notified.clear();
  await support.answer(id, 'first');
  const { message } = await support.answer(id, 'second');
  expect(support.notified.size).toBe(1);
  expect(await markRead(support.deps, customer(6), id, message.seq)).toBe(0);
  await support.answer(id, 'third');
  expect(support.notified.size).toBe(2);
  expect(await markRead(support.deps, customer(6), id, 1)).toBe(1);
});

test('a merge keeps every message and note, in either order of ids, against answers at once', async () => {
  const ticket = (text: string) =>
    open(
      support.deps,
      { customer: customer(7), clientId: `ticket-${text}`, lang: 'en', text },
      { kind: 'ticket', subject: text, token: null },
    );
  const [first, second] = [await ticket('first'), await ticket('second')];
  const [into, id] = [first.conversation.id, second.conversation.id];
  const outcomes = await Promise.all([
    merge(support.deps, SANA, into, id).catch(codeOf),
    merge(support.deps, RIKA, id, into).catch(codeOf),
    support.answer(id, 'to the second').catch(codeOf),
  ]);
  expect(outcomes.filter((each) => each === 'support_ended').length).toBeGreaterThanOrEqual(1);
  const rows = await Promise.all([into, id].map((each) => conversationById(database.db, each)));
  const target = rows.find((row) => row?.state !== 'closed');
  const texts = (await messagesOf(database.db, target?.id ?? 0, all)).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['first', 'second']));
});

test('outside of the hours no chat begins, an open one goes on, and a ticket is taken', async () => {
  const { conversation } = await support.ask(8, 'before the evening');
  support.clock.set(START + 9 * 3_600_000);
  await expect(support.ask(9, 'anybody there?')).rejects.toMatchObject({ code: 'support_closed' });
  expect((await support.ask(8, 'still me')).conversation.id).toBe(conversation.id);
  const ticket = {
    customer: customer(9),
    clientId: 'evening-ticket',
    lang: 'en' as const,
    text: 'Please help',
  };
  const sent = await open(support.deps, ticket, { kind: 'ticket', subject: 'Help', token: null });
  expect(sent.conversation).toMatchObject({ kind: 'ticket', state: 'waiting' });
});

test('a customer has five open tickets at most, and one that is closed makes room', async () => {
  const ticket = (number: number) =>
    open(
      support.deps,
      { customer: customer(33), clientId: `of-many-${number}`, lang: 'en', text: 'Please help' },
      { kind: 'ticket', subject: `Number ${number}`, token: null },
    );
  const [first] = await Promise.all([1, 2, 3, 4, 5].map(ticket));
  await expect(ticket(6)).rejects.toMatchObject({ code: 'support_too_many' });
  await closeByCustomer(support.deps, customer(33), first?.conversation.id ?? 0);
  expect((await ticket(6)).conversation.state).toBe('waiting');
});

test('of two tickets that are opened at once as the fifth one is refused', async () => {
  const { clock, db } = support.ctx;
  const mine = customer(34);
  const opened = { kind: 'ticket', subject: 'Number', token: null } as const;
  const ticket = (number: number) =>
    open(support.deps, { customer: mine, clientId: `at-once-${number}`, lang: 'en', text: 'Help' }, opened);
  await Promise.all([1, 2, 3, 4].map(ticket));
  const fifth = { customer: mine, lang: 'en', at: clock.now(), ...opened } as const;
  const late = await overlap(
    db,
    async (tx) => {
      await lockFor(tx, 'support tickets', senderOf(mine));
      await insertConversation(tx, fifth);
    },
    () => ticket(6),
  );
  expect(late).toMatchObject({ hasWaited: true, reason: { code: 'support_too_many' } });
});
