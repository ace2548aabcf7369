import type { SupportFrame, UserId } from '@karat/contract';
import type { PrivateChannels } from '@karat/platform/ws';
import { conversationById } from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { conversationChanged, messageAdded, operatorTyping } from './topics.ts';
import { conversationView, messageView } from './view.ts';

/** Publishes messages and changes of users' conversations on their channel `chat`. Returns the stop function. */
export function connectSupport({ ctx }: SupportDeps, own: PrivateChannels): () => void {
  const publish = (user: UserId, frame: SupportFrame): void => own.publishTo(user, 'chat', frame);
  const publishConversation = async (user: UserId, id: number): Promise<void> => {
    const conversation = await conversationById(ctx.db, id);
    if (conversation?.userId !== user) return;
    publish(user, { type: 'conversation', conversation: conversationView(conversation) });
  };
  const stops = [
    ctx.bus.subscribe(messageAdded, ({ user, message }) =>
      publish(user, { type: 'message', message: messageView(message, 'customer') }),
    ),
    ctx.bus.subscribe(conversationChanged, ({ user, conversationId }) => {
      if (!own.hasReaders(user, 'chat')) return;
      publishConversation(user, conversationId).catch((error: unknown) =>
        ctx.log.warn(
          { user, conversation: conversationId, error: String(error) },
          'conversation push failed',
        ),
      );
    }),
    ctx.bus.subscribe(operatorTyping, ({ user, conversationId }) =>
      publish(user, { type: 'typing', conversation_id: conversationId }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
