import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import { takeLocked } from './answer.ts';
import {
  assign as saveAssignee,
  close as saveClosed,
  conversationById,
  lockConversation,
  markReadByOperators,
  noteMerged,
} from './conversation-store.ts';
import { closeLocked } from './customer.ts';
import type { SupportDeps, SupportOperator } from './deps.ts';
import { insertMessage, moveMessages, moveNotes } from './message-store.ts';
import { publishChange } from './publish.ts';
import type { Conversation } from './types.ts';

const needOpen = async (tx: Tx, id: number): Promise<Conversation> => {
  const conversation = (await lockConversation(tx, id)) ?? refuse('support_unknown');
  return conversation.state === 'closed' ? refuse('support_ended') : conversation;
};

const again = async (tx: Tx, id: number): Promise<Conversation> =>
  (await conversationById(tx, id)) ?? refuse('support_unknown');

/** Assigns a conversation to the operator. Refuses `support_assigned` if another operator was first. */
export const take = (deps: SupportDeps, operator: SupportOperator, id: number): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    await takeLocked(deps, tx, await needOpen(tx, id), operator);
    return again(tx, id);
  });

/** Hands a conversation to another operator, or with undefined back to the queue. Refuses `support_operator_unknown`. */
export const handOver = (
  deps: SupportDeps,
  by: SupportOperator,
  id: number,
  login: string | undefined,
): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = await needOpen(tx, id);
    const all = login === undefined ? [] : await deps.operators(tx);
    const next = login === undefined ? null : all.find((each) => each.login === login);
    if (next === undefined) refuse('support_operator_unknown');
    if ((next?.login ?? null) === conversation.assignee) return conversation;
    const at = deps.ctx.clock.now();
    await saveAssignee(tx, id, next);
    await insertMessage(tx, {
      ...{ conversationId: id, author: 'system', sender: '', clientId: null, at },
      event: next === null ? 'left' : 'joined',
      text: next?.name ?? conversation.assigneeName ?? '',
    });
    await append(tx, {
      actor: by.login,
      action: 'support assign',
      subject: `support conversation:${id}`,
      detail: { from: conversation.assignee, to: next?.login ?? null },
      at,
    });
    await publishChange(deps, tx, conversation);
    return again(tx, id);
  });

/** Closes a conversation. With `lastSeq` refuses `support_newer` if a newer message has arrived. */
export const closeByOperator = (
  deps: SupportDeps,
  by: SupportOperator,
  id: number,
  lastSeq: number | undefined,
): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = await needOpen(tx, id);
    if (lastSeq !== undefined && conversation.lastSeq > lastSeq) refuse('support_newer');
    await closeLocked(deps, tx, conversation, 'operator');
    await append(tx, {
      actor: by.login,
      action: 'support close',
      subject: `support conversation:${id}`,
      detail: { seq: conversation.lastSeq },
      at: deps.ctx.clock.now(),
    });
    return again(tx, id);
  });

const isSameCustomer = (a: Conversation, b: Conversation): boolean =>
  a.userId === b.userId && a.visitorEmail === b.visitorEmail;

/** Moves the messages of a conversation behind those of another one of the same customer. Refuses `support_merge`. */
export const merge = (
  deps: SupportDeps,
  by: SupportOperator,
  id: number,
  into: number,
): Promise<Conversation> =>
  deps.ctx.db.transact(async (tx) => {
    if (id === into) refuse('support_merge');
    // In the order of ids, against deadlocks.
    const locked = [await needOpen(tx, Math.min(id, into)), await needOpen(tx, Math.max(id, into))];
    const [from, target] = id < into ? locked : locked.toReversed();
    if (!from || !target || !isSameCustomer(from, target)) return refuse('support_merge');
    const at = deps.ctx.clock.now();
    await moveMessages(tx, id, into);
    await moveNotes(tx, id, into);
    await saveClosed(tx, id, 'operator', at);
    await noteMerged(tx, id, into);
    await insertMessage(tx, {
      ...{
        conversationId: into,
        author: 'system',
        sender: '',
        clientId: null,
        text: '',
        event: 'merged',
        at,
      },
    });
    await append(tx, {
      actor: by.login,
      action: 'support merge',
      subject: `support conversation:${id}`,
      detail: { into },
      at,
    });
    await publishChange(deps, tx, from);
    await publishChange(deps, tx, target);
    return again(tx, into);
  });

/** Marks a conversation as read by operators; its user sees it. */
export const markRead = (deps: SupportDeps, id: number, seq: number): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = (await lockConversation(tx, id)) ?? refuse('support_unknown');
    await markReadByOperators(tx, id, seq);
    if (Math.min(seq, conversation.lastSeq) > conversation.operatorReadSeq)
      await publishChange(deps, tx, conversation);
  });
