import { refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { sha256 } from '@karat/platform/crypto';
import type { Handlers } from '@karat/platform/http';
import { conversationOfToken } from './conversation-store.ts';
import { closeByCustomer, markRead, rate } from './customer.ts';
import type { SupportDeps } from './deps.ts';
import { listView, sentView } from './customer-view.ts';
import { readPicture, storePicture } from './pictures.ts';
import { isOpenAt } from './rules.ts';
import { open, send } from './send.ts';
import { sendTranscript } from './transcript.ts';
import type { Conversation, Customer } from './types.ts';
import { markTyping } from './typing.ts';
import { conversationView } from './view.ts';

type Calls = Contract['support'];
type VisitorCalls = Extract<keyof Calls, `support/visitor/${string}`>;

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => sha256(Buffer.from(token, 'utf8'));

interface Access {
  readonly customer: Customer;
  readonly conversation: Conversation;
}

/** The conversation that a token opens. */
async function accessOf({ ctx }: SupportDeps, token: string): Promise<Access> {
  const conversation = await conversationOfToken(ctx.db, hashOf(token));
  if (!conversation || conversation.visitorEmail === null) return refuse('support_unknown');
  return { conversation, customer: { kind: 'visitor', email: conversation.visitorEmail } };
}

/** Conversations of visitors: a proved e-mail address opens one, its token does the rest. */
export function visitorHandlers(deps: SupportDeps): Pick<Handlers<Calls>, VisitorCalls> {
  const { clock, db, random } = deps.ctx;
  return {
    'support/visitor/code': async ({ input, lang, request }) => {
      await deps.visitorEmail.sendCode(input.email, { lang, address: request.address });
      return 'ok' as const;
    },
    'support/visitor/start': async ({ input, lang, request }) => {
      const { code, client_id: clientId, subject, text } = input;
      // Counts a wrong code in a transaction of its own.
      const email = await deps.visitorEmail.check(input.email, code);
      const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
      const message = { customer: { kind: 'visitor', email } as const, clientId, lang, text };
      const kind = isOpenAt(deps.hours, clock.now()) ? ('chat' as const) : ('ticket' as const);
      const sent = await open(deps, message, { kind, subject, token: hashOf(token) }, (tx) =>
        deps.visitorEmail.consume(tx, email, code, request.address),
      );
      return { ...sentView(sent), token };
    },
    'support/visitor/messages': async ({ input }) =>
      listView(deps, (await accessOf(deps, input.token)).conversation, input),
    'support/visitor/send': async ({ input, lang }) => {
      const { customer, conversation } = await accessOf(deps, input.token);
      const { client_id: clientId, text = '', file } = input;
      return sentView(await send(deps, conversation.id, { customer, clientId, lang, text, file }));
    },
    'support/visitor/upload': async ({ input, file }) =>
      storePicture(deps, (await accessOf(deps, input.token)).conversation, file?.bytes),
    'support/visitor/picture': async ({ input }) =>
      readPicture(deps, (await accessOf(deps, input.token)).conversation, input.message_id),
    'support/visitor/read': async ({ input }) => {
      const { customer, conversation } = await accessOf(deps, input.token);
      return { unread: await markRead(deps, customer, conversation.id, input.seq) };
    },
    'support/visitor/typing': async ({ input }) => {
      await markTyping(db, (await accessOf(deps, input.token)).conversation.id, 'customer', clock.now());
      return 'ok' as const;
    },
    'support/visitor/close': async ({ input }) => {
      const { customer, conversation } = await accessOf(deps, input.token);
      const closed = await closeByCustomer(deps, customer, conversation.id);
      const { stars, comment = '' } = input;
      if (stars === undefined) return conversationView(closed);
      return conversationView(await rate(deps, customer, conversation.id, { stars, comment }));
    },
    'support/visitor/transcript': async ({ input }) => {
      const { customer, conversation } = await accessOf(deps, input.token);
      await sendTranscript(deps, customer, conversation.id);
      return 'ok' as const;
    },
  };
}
