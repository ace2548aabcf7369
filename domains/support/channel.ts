import { SNAPSHOT_ROWS_MAX } from '@karat/contract';
import type { SupportFrame, UserId } from '@karat/contract';
import { createSerialConsumer } from '@karat/platform/bus';
import type { PrivateChannels } from '@karat/platform/ws';
import { conversationById, conversationsOf } from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { messagesOf } from './message-store.ts';
import { conversationChanged, messageAdded, messageAddedElsewhere, operatorTyping } from './topics.ts';
import { conversationView, messageView } from './view.ts';

/** Publishes messages and changes of users' conversations on their channel `chat`. Returns the stop function. */
export function connectSupport({ ctx }: SupportDeps, own: PrivateChannels): () => void {
  const publish = (user: UserId, frame: SupportFrame): void => own.publishTo(user, 'chat', frame);
  own.setSnapshot('chat', async (user): Promise<SupportFrame[]> => {
    const { rows } = await conversationsOf(ctx.db, user, { page: 1, limit: SNAPSHOT_ROWS_MAX });
    return rows.map((row) => ({ type: 'conversation', conversation: conversationView(row) }));
  });
  const publishConversation = async (id: number): Promise<void> => {
    const conversation = await conversationById(ctx.db, id);
    if (!conversation || conversation.userId === null) return;
    publish(conversation.userId, { type: 'conversation', conversation: conversationView(conversation) });
  };
  const publishStored = async (user: UserId, id: number, seq: number): Promise<void> => {
    const conversation = await conversationById(ctx.db, id);
    if (conversation?.userId !== user) return;
    const [message] = await messagesOf(ctx.db, id, { after: seq - 1, before: undefined, limit: 1 });
    if (message) publish(user, { type: 'message', message: messageView(message, 'customer') });
  };
  const failed = (error: unknown, conversations: readonly number[]): void =>
    ctx.log.warn({ conversations, error: String(error) }, 'conversation push failed');
  const changed = createSerialConsumer<number>(
    (ids) =>
      Promise.all(ids.map((id) => publishConversation(id).catch((error: unknown) => failed(error, [id])))),
    failed,
  );
  const stops = [
    ctx.bus.subscribe(messageAddedElsewhere, ({ user, conversationId, seq }) => {
      if (own.hasReaders(user, 'chat'))
        publishStored(user, conversationId, seq).catch((error: unknown) => failed(error, [conversationId]));
    }),
    ctx.bus.subscribe(messageAdded, ({ user, message }) =>
      publish(user, { type: 'message', message: messageView(message, 'customer') }),
    ),
    ctx.bus.subscribe(conversationChanged, ({ user, conversationId }) => {
      if (own.hasReaders(user, 'chat')) changed.add([conversationId]);
    }),
    ctx.bus.subscribe(operatorTyping, ({ user, conversationId }) =>
      publish(user, { type: 'typing', conversation_id: conversationId }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
