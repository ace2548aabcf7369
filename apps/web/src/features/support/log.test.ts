import { expect, test } from 'vitest';
import { EMPTY_LOG, hasOlder, isUnread, missingAfter, withConversation, withMessages } from './log.ts';
import type { Conversation, Message } from './log.ts';

const message = (seq: number, text = `text ${seq}`): Message => ({
  id: seq + 100,
  conversation_id: 7,
  seq,
  author: 'operator',
  client_id: null,
  text,
  event: null,
  file: null,
  reference: null,
  created_at: '',
  created_ms: seq,
});

const conversation = (values: Partial<Conversation> = {}): Conversation => ({
  id: 7,
  kind: 'chat',
  state: 'active',
  subject: '',
  operator: 'Ada',
  queue_position: null,
  last_seq: 3,
  read_seq: 2,
  operator_read_seq: 1,
  unread: 1,
  rating: null,
  created_at: '',
  created_ms: 0,
  last_ms: 0,
  closed_ms: null,
  ...values,
});

test('messages that arrive twice or out of order are shown once, by their number', () => {
  const log = withMessages(withMessages(EMPTY_LOG, [message(3), message(1)]), [
    message(2),
    message(3, 'again'),
  ]);
  expect(log.messages.map(({ seq, text }) => [seq, text])).toEqual([
    [1, 'text 1'],
    [2, 'text 2'],
    [3, 'again'],
  ]);
});

test('a gap is listed from the last number before it', () => {
  const known = withConversation(EMPTY_LOG, conversation({ last_seq: 5 }));
  expect(missingAfter(known)).toBe(0);
  expect(missingAfter(withMessages(known, [message(2), message(3), message(5)]))).toBe(3);
  expect(missingAfter(withMessages(known, [message(3), message(4)]))).toBe(4);
  expect(missingAfter(withMessages(known, [message(3), message(4), message(5)]))).toBeNull();
});

test('an older state of the conversation does not take back what was read', () => {
  const log = withConversation(EMPTY_LOG, conversation({ read_seq: 3, last_seq: 9 }));
  const after = withConversation(log, conversation({ read_seq: 1, last_seq: 4, operator_read_seq: 2 }));
  expect(after.conversation).toMatchObject({ read_seq: 3, last_seq: 9, operator_read_seq: 2 });
});

test('older messages exist until the first one is loaded', () => {
  expect(hasOlder(EMPTY_LOG)).toBe(false);
  expect(hasOlder(withMessages(EMPTY_LOG, [message(2)]))).toBe(true);
  expect(hasOlder(withMessages(EMPTY_LOG, [message(1)]))).toBe(false);
});

test('messages that were merged into another conversation are dropped', () => {
  const log = withMessages(withConversation(EMPTY_LOG, conversation()), [message(1), message(2), message(3)]);
  const after = withConversation(log, conversation({ state: 'closed', last_seq: 1 }));
  expect(after.messages).toEqual([]);
});

test('an answer is unread until it is marked', () => {
  const log = withMessages(withConversation(EMPTY_LOG, conversation()), [message(2), message(3)]);
  expect(isUnread(log)).toBe(true);
  expect(isUnread(withConversation(log, conversation({ read_seq: 3 })))).toBe(false);
});
