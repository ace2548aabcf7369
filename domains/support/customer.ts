import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import {
  close as saveClosed,
  conversationOf,
  lockConversationOf,
  markReadByCustomer,
  saveRating,
} from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { insertMessage } from './message-store.ts';
import { publishChange } from './publish.ts';
import type { Conversation, Customer } from './types.ts';

const need = async (tx: Tx, customer: Customer, id: number): Promise<Conversation> =>
  (await lockConversationOf(tx, customer, id)) ?? refuse('support_unknown');

const again = async (tx: Tx, customer: Customer, id: number): Promise<Conversation> =>
  (await conversationOf(tx, customer, id)) ?? refuse('support_unknown');

/** Marks a conversation as read by its customer. Returns the count of unread messages. */
export const markRead = (deps: SupportDeps, customer: Customer, id: number, seq: number): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = await need(tx, customer, id);
    const unread = await markReadByCustomer(tx, id, seq);
    if (unread !== conversation.unread) await publishChange(deps, tx, conversation);
    return unread;
  });

/** Closes a conversation for its customer; a closed one stays as it is. */
export const closeByCustomer = (deps: SupportDeps, customer: Customer, id: number): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = await need(tx, customer, id);
    if (conversation.state !== 'closed') await closeLocked(deps, tx, conversation, 'customer');
    return again(tx, customer, id);
  });

/** Closes a locked conversation with its event. */
export async function closeLocked(
  deps: SupportDeps,
  tx: Tx,
  conversation: Conversation,
  by: 'customer' | 'operator',
): Promise<void> {
  const at = deps.ctx.clock.now();
  const event = by === 'customer' ? 'closed_by_customer' : 'closed_by_operator';
  await insertMessage(tx, {
    ...{ conversationId: conversation.id, author: 'system', sender: '', clientId: null, text: '' },
    event,
    at,
  });
  await saveClosed(tx, conversation.id, by, at);
  await publishChange(deps, tx, conversation);
}

/** Rates a closed conversation, once. Refuses `support_not_closed` and `support_rated`. */
export const rate = (
  deps: SupportDeps,
  customer: Customer,
  id: number,
  { stars, comment }: { readonly stars: number; readonly comment: string },
): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = await need(tx, customer, id);
    if (conversation.state !== 'closed') refuse('support_not_closed');
    if (conversation.rating !== null) refuse('support_rated');
    await saveRating(tx, id, stars, comment);
    return again(tx, customer, id);
  });
