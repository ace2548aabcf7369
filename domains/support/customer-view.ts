import type { Contract, Reply } from '@karat/contract';
import type { SupportDeps } from './deps.ts';
import { messagesOf } from './message-store.ts';
import type { Sent } from './send.ts';
import type { Conversation } from './types.ts';
import { isTyping } from './typing.ts';
import { conversationView, messageView } from './view.ts';

type Calls = Contract['support'];

export const sentView = ({ conversation, message }: Sent): Reply<Calls['support/send']> => ({
  conversation: conversationView(conversation),
  message: messageView(message, 'customer'),
});

interface Window {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Messages of a conversation for its customer. */
export async function listView(
  { ctx }: SupportDeps,
  conversation: Conversation,
  { after, before, limit }: Window,
): Promise<Reply<Calls['support/messages']>> {
  const messages = await messagesOf(ctx.db, conversation.id, { after, before, limit });
  return {
    conversation: conversationView(conversation),
    data: messages.map((message) => messageView(message, 'customer')),
    typing: await isTyping(ctx.db, conversation.id, 'operator', ctx.clock.now()),
  };
}
