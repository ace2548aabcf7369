import { pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import { consoleHandlers } from './console.ts';
import {
  conversationOf,
  conversationsOf,
  currentConversation,
  unreadOf,
  waitingChats,
} from './conversation-store.ts';
import { closeByCustomer, markRead, rate } from './customer.ts';
import type { SupportDeps } from './deps.ts';
import { visitorHandlers } from './http-visitor.ts';
import { listView, sentView } from './customer-view.ts';
import { readPicture } from './pictures.ts';
import { isOpenAt, opensAfter } from './rules.ts';
import { open, send } from './send.ts';
import { sendTranscript } from './transcript.ts';
import type { Conversation, Customer } from './types.ts';
import { markTyping } from './typing.ts';
import { conversationView, referenceView } from './view.ts';

type Calls = Contract['support'];

/** Attachments of a message as the call names them. */
const attachmentsOf = (input: {
  readonly file?: string | undefined;
  readonly reference_kind?: NonNullable<Parameters<typeof send>[2]['reference']>['kind'] | undefined;
  readonly reference_id?: number | undefined;
}) => ({
  file: input.file,
  reference:
    input.reference_kind === undefined
      ? undefined
      : { kind: input.reference_kind, id: input.reference_id ?? refuse('support_reference_unknown') },
});

type UserCalls = Exclude<keyof Calls, `console/${string}` | `support/visitor/${string}`>;

function userHandlers(deps: SupportDeps): Pick<Handlers<Calls>, UserCalls> {
  const { clock, db } = deps.ctx;
  const of = (caller: { readonly userId: Extract<Customer, { kind: 'user' }>['userId'] }) =>
    ({ kind: 'user', userId: caller.userId }) as const;
  const need = async (customer: Customer, id: number): Promise<Conversation> =>
    (await conversationOf(db, customer, id)) ?? refuse('support_unknown');
  return {
    'support/status': async ({ caller }) => {
      const now = clock.now();
      return {
        open: isOpenAt(deps.hours, now),
        time_zone: deps.hours.zone,
        hours: [...deps.hours.openings],
        opens_ms: opensAfter(deps.hours, now),
        waiting: await waitingChats(db),
        unread: caller ? await unreadOf(db, caller.userId) : 0,
      };
    },
    'support/articles': async ({ input, lang }) => [
      ...(await deps.findArticles(db, clock.now(), lang, input.q, input.limit)),
    ],
    'support/conversation': async ({ caller }) => {
      const current = await currentConversation(db, caller.userId);
      return current ? conversationView(current) : null;
    },
    'support/conversations': async ({ caller, input }) => {
      const { rows, total } = await conversationsOf(db, caller.userId, input);
      return pageReply(rows.map(conversationView), total, input.page, input.limit);
    },
    'support/messages': async ({ caller, input }) => listView(deps, await need(of(caller), input.id), input),
    'support/send': async ({ caller, input, lang }) => {
      const { client_id: clientId, text = '' } = input;
      const message = { customer: of(caller), clientId, lang, text, ...attachmentsOf(input) };
      return sentView(await send(deps, input.id, message));
    },
    'support/ticket': async ({ caller, input, lang }) => {
      const { client_id: clientId, subject, text } = input;
      const message = { customer: of(caller), clientId, lang, text, ...attachmentsOf(input) };
      return sentView(await open(deps, message, { kind: 'ticket', subject, token: null }));
    },
    'support/picture': async ({ caller, input }) =>
      readPicture(deps, await need(of(caller), input.id), input.message_id),
    'support/references': async ({ caller, input: { kind, limit } }) => {
      const found = (await deps.records.get(kind)?.recent(db, caller.userId, limit)) ?? [];
      return found.map((row) => referenceView({ ...row, kind }));
    },
    'support/read': async ({ caller, input }) => ({
      unread: await markRead(deps, of(caller), input.id, input.seq),
    }),
    'support/typing': async ({ caller, input }) => {
      await need(of(caller), input.id);
      await markTyping(db, input.id, 'customer', clock.now());
      return 'ok' as const;
    },
    'support/close': async ({ caller, input }) =>
      conversationView(await closeByCustomer(deps, of(caller), input.id)),
    'support/rate': async ({ caller, input }) => {
      const { id, stars, comment = '' } = input;
      return conversationView(await rate(deps, of(caller), id, { stars, comment }));
    },
    'support/transcript': async ({ caller, input }) => {
      await sendTranscript(deps, of(caller), input.id);
      return 'ok' as const;
    },
  };
}

/** Answers the calls of customer service; customers see only their own conversations. */
export const supportHandlers = (deps: SupportDeps): Handlers<Calls> => ({
  ...userHandlers(deps),
  ...visitorHandlers(deps),
  ...consoleHandlers(deps),
});
