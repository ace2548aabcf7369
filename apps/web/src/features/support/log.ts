import type { ReplyOf } from '../../lib/calls.ts';

type MessageList = ReplyOf<'support/messages'>;
export type Conversation = MessageList['conversation'];
export type Message = MessageList['data'][number];
export type Reference = NonNullable<Message['reference']>;

/** A conversation as far as this device knows it. */
export interface Log {
  readonly conversation: Conversation | null;
  /** By `seq`, each once. */
  readonly messages: readonly Message[];
}

export const EMPTY_LOG: Log = { conversation: null, messages: [] };

/** Adds messages; one with a known `seq` replaces the earlier. */
export function withMessages(log: Log, added: readonly Message[]): Log {
  if (added.length === 0) return log;
  const bySeq = new Map(log.messages.map((message) => [message.seq, message]));
  for (const message of added) bySeq.set(message.seq, message);
  return { ...log, messages: [...bySeq.values()].toSorted((a, b) => a.seq - b.seq) };
}

/**
 * Takes another state of the conversation; numbers that only grow never go back. Operators who merge a conversation move its
 * messages away and close it: the known ones are dropped.
 */
export function withConversation(log: Log, conversation: Conversation): Log {
  const before = log.conversation;
  if (!before || before.id !== conversation.id) return { ...log, conversation };
  if (conversation.state === 'closed' && conversation.last_seq < before.last_seq)
    return { conversation, messages: [] };
  const max = (name: 'last_seq' | 'read_seq' | 'operator_read_seq'): number =>
    Math.max(before[name], conversation[name]);
  const numbers = {
    last_seq: max('last_seq'),
    read_seq: max('read_seq'),
    operator_read_seq: max('operator_read_seq'),
  };
  return { ...log, conversation: { ...conversation, ...numbers } };
}

/** Returns the number after which messages are missing; null if none is. */
export function missingAfter({ conversation, messages }: Log): number | null {
  const [first] = messages;
  if (!conversation) return null;
  if (!first) return conversation.last_seq > 0 ? 0 : null;
  let { seq } = first;
  for (const message of messages.slice(1)) {
    if (message.seq !== seq + 1) return seq;
    ({ seq } = message);
  }
  return seq < conversation.last_seq ? seq : null;
}

/** Whether an answer has not been marked as read. */
export const isUnread = ({ conversation, messages }: Log): boolean =>
  conversation !== null &&
  messages.some(({ author, seq }) => author === 'operator' && seq > conversation.read_seq);

/** Whether older messages than the loaded ones exist. */
export const hasOlder = ({ messages: [first] }: Log): boolean => first !== undefined && first.seq > 1;
