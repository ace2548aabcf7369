import { refuse } from '@karat/contract';
import type { SupportKind, SupportReferenceKind } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { lockFor } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import {
  conversationOf,
  insertConversation,
  lockConversationOf,
  openChatOf,
  openTickets,
} from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { insertMessage, messageByClientId } from './message-store.ts';
import { pictureOwner } from './pictures.ts';
import { publishMessage } from './publish.ts';
import { TICKETS_MAX, isOpenAt } from './rules.ts';
import type { Conversation, Customer, Reference, SupportMessage } from './types.ts';

/** A message of a customer. */
export interface CustomerMessage {
  readonly customer: Customer;
  readonly clientId: string;
  readonly lang: Lang;
  readonly text: string;
  readonly file?: string | undefined;
  readonly reference?: { readonly kind: SupportReferenceKind; readonly id: number } | undefined;
}

export interface Sent {
  readonly conversation: Conversation;
  readonly message: SupportMessage;
}

export const senderOf = (customer: Customer): string =>
  customer.kind === 'user' ? `user:${customer.userId}` : `visitor:${customer.email}`;

/**
 * Sends a message to a conversation of the customer, once per client id; without an id to the user's open chat, which is
 * opened in opening hours. Refuses `support_unknown`, `support_ended`, `support_closed` outside of the hours, `support_empty`,
 * `image_invalid` and `support_reference_unknown`.
 */
export const send = (deps: SupportDeps, id: number | undefined, message: CustomerMessage): Promise<Sent> =>
  sendOnce(
    deps,
    message,
    (tx, at) => (id === undefined ? chatFor(deps, tx, message, at) : Promise.resolve(id)),
    id,
  );

/** Opens a ticket or a visitor's conversation with its first message. Refuses `support_too_many`, besides those of `send`. */
export const open = (
  deps: SupportDeps,
  message: CustomerMessage,
  opened: { readonly kind: SupportKind; readonly subject: string; readonly token: Uint8Array | null },
  prove: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Sent> =>
  sendOnce(deps, message, async (tx, at) => {
    await prove(tx);
    const { customer, lang } = message;
    await lockFor(tx, 'support tickets', senderOf(customer));
    if ((await openTickets(tx, customer)) >= TICKETS_MAX) refuse('support_too_many', { max: TICKETS_MAX });
    const id = await insertConversation(tx, { customer, lang, at, ...opened });
    return id ?? refuse('internal_error');
  });

async function sendOnce(
  deps: SupportDeps,
  message: CustomerMessage,
  conversationFor: (tx: Tx, at: number) => Promise<number>,
  conversation?: number,
): Promise<Sent> {
  const { clock, db } = deps.ctx;
  const { customer, clientId, text } = message;
  const sender = senderOf(customer);
  const first = await sentBefore(db, customer, clientId);
  if (first) return first;
  const file = await pictureOf(deps, message, conversation);
  const reference = await referenceOf(deps, message);
  if (text === '' && file === null && reference === null) refuse('support_empty');
  return db.transact(async (tx) => {
    const at = clock.now();
    const id = await conversationFor(tx, at);
    const locked = (await lockConversationOf(tx, customer, id)) ?? refuse('support_unknown');
    const repeated = await sentBefore(tx, customer, clientId);
    if (repeated) return repeated;
    if (locked.state === 'closed') refuse('support_ended');
    const author = 'customer' as const;
    const stored = await insertMessage(tx, {
      ...{ conversationId: id, author, sender, clientId, text, file, reference, at },
    });
    if (!stored) return (await sentBefore(tx, customer, clientId)) ?? refuse('internal_error');
    await publishMessage(deps, tx, locked, stored);
    return { conversation: await need(tx, customer, id), message: stored };
  });
}

const need = async (db: Queries, customer: Customer, id: number): Promise<Conversation> =>
  (await conversationOf(db, customer, id)) ?? refuse('support_unknown');

/** What the customer has sent with the client id. */
async function sentBefore(db: Queries, customer: Customer, clientId: string): Promise<Sent | undefined> {
  const message = await messageByClientId(db, senderOf(customer), clientId);
  return message && { conversation: await need(db, customer, message.conversationId), message };
}

/** Returns the user's open chat, or opens one in opening hours. */
async function chatFor(deps: SupportDeps, tx: Tx, message: CustomerMessage, at: number): Promise<number> {
  const { customer, lang } = message;
  if (customer.kind !== 'user') refuse('support_unknown');
  const present = await openChatOf(tx, customer.userId);
  if (present !== undefined) return present;
  if (!isOpenAt(deps.hours, at)) refuse('support_closed');
  const fields = { customer, token: null, lang, kind: 'chat' as const, subject: '', at };
  // Another request may have opened it meanwhile.
  return (
    (await insertConversation(tx, fields)) ?? (await openChatOf(tx, customer.userId)) ?? refuse('unavailable')
  );
}

/** Returns the address of a picture that the user, or the visitor for this conversation, has uploaded. */
async function pictureOf(
  deps: SupportDeps,
  { customer, file }: CustomerMessage,
  conversation: number | undefined,
): Promise<string | null> {
  if (file === undefined) return null;
  const owner =
    customer.kind === 'user' ? customer.userId : pictureOwner(conversation ?? refuse('image_invalid'));
  const stored = await deps.files.owned(deps.ctx.db, file, owner);
  const isPicture = stored?.mime.startsWith('image/') === true && stored.visibility !== 'sealed';
  return isPicture ? file : refuse('image_invalid');
}

/** Returns a record of the user as it is now. */
async function referenceOf(
  deps: SupportDeps,
  { customer, reference }: CustomerMessage,
): Promise<Reference | null> {
  if (reference === undefined) return null;
  if (customer.kind !== 'user') refuse('support_reference_unknown');
  const { kind, id } = reference;
  const found = await deps.records.get(kind)?.find(deps.ctx.db, customer.userId, id);
  return found ? { ...found, kind } : refuse('support_reference_unknown');
}
