import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import { assign, conversationById, lockConversation } from './conversation-store.ts';
import type { SupportDeps, SupportOperator } from './deps.ts';
import { mailAnswer } from './emails.ts';
import { insertMessage, messageByClientId } from './message-store.ts';
import { pictureOwner } from './pictures.ts';
import { publishChange, publishMessage } from './publish.ts';
import { sensitivePart } from './rules.ts';
import type { Sent } from './send.ts';
import type { Conversation } from './types.ts';

export interface Answer {
  readonly id: number;
  readonly clientId: string;
  /** Empty for a picture alone. */
  readonly text: string;
  /** Address of a picture that was uploaded for this conversation. */
  readonly file: string | undefined;
  /** The operator has seen the warning about a sensitive text. */
  readonly confirmed: boolean;
}

/**
 * Sends an operator's answer, once per client id; a waiting conversation is taken. Refuses `support_unknown`, `support_ended`,
 * `support_assigned` for another operator's, `support_empty`, `image_invalid`, and `support_sensitive` unless confirmed, which the audit log shows.
 */
export async function answer(deps: SupportDeps, operator: SupportOperator, given: Answer): Promise<Sent> {
  const { clock, db } = deps.ctx;
  const { id, clientId, text } = given;
  const sender = `operator:${operator.login}`;
  const part = sensitivePart(text);
  if (part !== undefined && !given.confirmed) refuse('support_sensitive', { part });
  const file = given.file ?? null;
  if (text === '' && file === null) refuse('support_empty');
  if (file !== null && !(await deps.files.owned(db, file, pictureOwner(id)))) refuse('image_invalid');
  return db.transact(async (tx) => {
    const conversation = (await lockConversation(tx, id)) ?? refuse('support_unknown');
    const sent = await messageByClientId(tx, sender, clientId);
    if (sent) return { conversation: await again(tx, sent.conversationId), message: sent };
    if (conversation.state === 'closed') refuse('support_ended');
    const at = clock.now();
    await takeLocked(deps, tx, conversation, operator);
    const author = 'operator' as const;
    const message = await insertMessage(tx, { conversationId: id, author, sender, clientId, text, file, at });
    if (!message) return refuse('internal_error');
    if (part !== undefined)
      await append(tx, {
        actor: operator.login,
        action: 'support sensitive answer',
        subject: `support conversation:${id}`,
        detail: { part, seq: message.seq, text },
        at,
      });
    await publishMessage(deps, tx, conversation, message);
    await noticeAnswer(deps, tx, conversation);
    return { conversation: await again(tx, id), message };
  });
}

const again = async (tx: Tx, id: number): Promise<Conversation> =>
  (await conversationById(tx, id)) ?? refuse('support_unknown');

/** Assigns a locked conversation to an operator. Refuses `support_assigned` if another operator has it. */
export async function takeLocked(
  deps: SupportDeps,
  tx: Tx,
  conversation: Conversation,
  operator: SupportOperator,
): Promise<void> {
  if (conversation.assignee === operator.login) return;
  if (conversation.assignee !== null) refuse('support_assigned', { login: conversation.assignee });
  await assign(tx, conversation.id, operator);
  await insertMessage(tx, {
    ...{ conversationId: conversation.id, author: 'system', sender: '', clientId: null, event: 'joined' },
    text: operator.name,
    at: deps.ctx.clock.now(),
  });
  await publishChange(deps, tx, conversation);
}

/** Notifies a customer of an answer: one notification, or of a visitor one email, until they have read the conversation. */
async function noticeAnswer(deps: SupportDeps, tx: Tx, conversation: Conversation): Promise<void> {
  const { id, readSeq, unread, userId } = conversation;
  if (userId !== null)
    await deps.messages.notify(tx, {
      user: userId,
      kind: 'support:answered',
      values: { id },
      key: `support:${id}:answered:${readSeq}`,
    });
  else if (unread === 0) await mailAnswer(deps, tx, conversation);
}
