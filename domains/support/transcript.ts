import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { lockConversationOf, noteTranscript } from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { transcriptEmail } from './emails.ts';
import { messagesOf } from './message-store.ts';
import { TRANSCRIPT_WAIT_MS } from './rules.ts';
import type { Conversation, Customer } from './types.ts';

/** Messages of a transcript; the newest ones of a longer conversation. */
const TRANSCRIPT_MAX = 500;

interface Recipient {
  readonly email: string;
  readonly antiPhishing: string | null;
}

async function recipientOf(deps: SupportDeps, tx: Tx, customer: Customer): Promise<Recipient> {
  if (customer.kind === 'visitor') return { email: customer.email, antiPhishing: null };
  const [person] = await deps.people(tx, [customer.userId]);
  const { email = null, antiPhishing = null } = person ?? {};
  return email === null ? refuse('support_no_email') : { email, antiPhishing };
}

/**
 * Mails the messages of a conversation to its customer, never to a given address. Refuses `support_no_email`, and
 * `support_transcript_limit` within an hour of the last one.
 */
export const sendTranscript = (deps: SupportDeps, customer: Customer, id: number): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    const conversation = (await lockConversationOf(tx, customer, id)) ?? refuse('support_unknown');
    const at = deps.ctx.clock.now();
    if (!isDue(conversation, at)) refuse('support_transcript_limit');
    const { email, antiPhishing } = await recipientOf(deps, tx, customer);
    const messages = await messagesOf(tx, id, {
      after: undefined,
      before: undefined,
      limit: TRANSCRIPT_MAX,
    });
    const { lang } = conversation;
    const { subject, body } = transcriptEmail(deps.siteName, conversation, messages, antiPhishing);
    await deps.mail.send(tx, { to: email, lang, subject, body, expiresAt: at + TRANSCRIPT_WAIT_MS * 24 });
    await noteTranscript(tx, id, at);
  });

const isDue = ({ transcriptMs }: Conversation, at: number): boolean =>
  transcriptMs === null || at - transcriptMs >= TRANSCRIPT_WAIT_MS;
