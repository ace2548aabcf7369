import { userId } from '@karat/contract';
import { expect, test } from 'vitest';
import type { Conversation, SupportMessage } from './types.ts';
import { consoleView, messageView } from './view.ts';

const AT = Date.parse('2026-03-01T12:00:00.123Z');
const conversation: Conversation = {
  id: 4,
  userId: userId(600_001),
  visitorEmail: null,
  lang: 'fra',
  kind: 'chat',
  state: 'active',
  subject: 'A subject',
  assignee: 'anna',
  assigneeName: 'Anna',
  lastSeq: 19,
  readSeq: 11,
  operatorReadSeq: 13,
  unread: 5,
  unanswered: 6,
  waitingSinceMs: AT + 1_000,
  firstAnswerMs: AT + 2_000,
  lastText: 'The last text',
  lastMs: AT + 3_000,
  rating: 4,
  ratingComment: 'Quick',
  transcriptMs: AT + 4_000,
  createdMs: AT,
  closedMs: AT + 5_000,
  mergedInto: 9,
  queuePosition: 2,
};

test('operators see each number, text and time of a conversation in its own field', () => {
  expect(consoleView(conversation, 'alice')).toEqual({
    id: 4,
    kind: 'chat',
    state: 'active',
    subject: 'A subject',
    operator: 'Anna',
    queue_position: 2,
    last_seq: 19,
    read_seq: 11,
    operator_read_seq: 13,
    unread: 5,
    rating: 4,
    created_at: '2026-03-01 12:00:00',
    created_ms: AT,
    last_ms: AT + 3_000,
    closed_ms: AT + 5_000,
    uid: 600_001,
    name: 'alice',
    visitor: false,
    lang: 'fra',
    assignee: 'anna',
    unanswered: 6,
    waiting_since_ms: AT + 1_000,
    last_text: 'The last text',
    rating_comment: 'Quick',
    merged_into: 9,
  });
});

test("a message has its reference, and its client id for the sender's side only", () => {
  const message: SupportMessage = {
    id: 31,
    conversationId: 4,
    seq: 12,
    author: 'operator',
    sender: 'anna',
    clientId: 'mine',
    text: 'Hello',
    event: null,
    file: null,
    reference: { kind: 'spot_order', id: 77, title: 'BTC/USDT', detail: 'Buy', createdMs: AT - 5 },
    createdMs: AT,
  };
  const same = {
    id: 31,
    conversation_id: 4,
    seq: 12,
    author: 'operator',
    text: 'Hello',
    event: null,
    file: null,
    reference: { kind: 'spot_order', id: 77, title: 'BTC/USDT', detail: 'Buy', created_ms: AT - 5 },
    created_at: '2026-03-01 12:00:00',
    created_ms: AT,
  };
  expect(messageView(message, 'operator')).toEqual({ ...same, client_id: 'mine' });
  expect(messageView(message, 'customer')).toEqual({ ...same, client_id: null });
});
