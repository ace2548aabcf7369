import { pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { answer } from './answer.ts';
import { cannedHandlers } from './canned.ts';
import { conversationById } from './conversation-store.ts';
import type { SupportDeps, SupportOperator } from './deps.ts';
import { conversationCount, inbox, inboxCounts, openByOperator } from './inbox-store.ts';
import { insertNote, messagesOf, notesOf } from './message-store.ts';
import type { Note } from './message-store.ts';
import { closeByOperator, handOver, markRead, merge, take } from './operator-actions.ts';
import { storePicture } from './pictures.ts';
import { publishTyping } from './publish.ts';
import { statisticsView } from './statistics.ts';
import type { Conversation } from './types.ts';
import { isTyping, markTyping } from './typing.ts';
import { consoleView, messageView, referenceView } from './view.ts';
import type { ConsoleConversation } from './view.ts';

type Calls = Contract['support'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

/** Newest records of each kind in the side panel. */
const RECORDS_PER_KIND = 5;
const RECORDS_MAX = 12;

const noteView = ({ createdMs, ...note }: Note) => ({ ...note, created_ms: createdMs });

/** Conversations with the nicknames of their users. */
async function consoleViews(
  deps: SupportDeps,
  rows: readonly Conversation[],
): Promise<ConsoleConversation[]> {
  const users = [...new Set(rows.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
  const people = users.length === 0 ? [] : await deps.people(deps.ctx.db, users);
  const names = new Map(people.map(({ id, nickname }) => [id, nickname]));
  return rows.map((row) => consoleView(row, row.userId === null ? undefined : names.get(row.userId)));
}

async function consoleViewOf(deps: SupportDeps, row: Conversation): Promise<ConsoleConversation> {
  const [view] = await consoleViews(deps, [row]);
  return view ?? refuse('support_unknown');
}

const need = async ({ ctx }: SupportDeps, id: number): Promise<Conversation> =>
  (await conversationById(ctx.db, id)) ?? refuse('support_unknown');

/** The operator who calls, with a public name. */
async function operatorOf(deps: SupportDeps, { login }: OperatorCaller): Promise<SupportOperator> {
  const all = await deps.operators(deps.ctx.db);
  return all.find((each) => each.login === login) ?? refuse('support_operator_unknown');
}

/** Newest records of a user over all kinds, newest first. */
async function recordsOf({ ctx, records }: SupportDeps, user: UserId) {
  const kinds = await Promise.all(
    [...records].map(async ([kind, source]) =>
      (await source.recent(ctx.db, user, RECORDS_PER_KIND)).map((row) => referenceView({ ...row, kind })),
    ),
  );
  return kinds
    .flat()
    .toSorted((a, b) => b.created_ms - a.created_ms)
    .slice(0, RECORDS_MAX);
}

function readHandlers(
  deps: SupportDeps,
): Pick<
  Handlers<Calls>,
  | 'console/support_inbox'
  | 'console/support_messages'
  | 'console/support_operators'
  | 'console/support_customer'
  | 'console/support_statistics'
> {
  const { clock, db } = deps.ctx;
  return {
    'console/support_inbox': async ({ caller, input }) => {
      const { state, kind, assigned, lang, uid: user, keyword, page, limit } = input;
      const filter = { state, kind, assigned, lang, user, keyword, login: caller.login };
      const { rows, total } = await inbox(db, filter, { page, limit });
      const counts = await inboxCounts(db, caller.login);
      return { ...pageReply(await consoleViews(deps, rows), total, page, limit), counts };
    },
    'console/support_messages': async ({ input }) => {
      const { id, after, before, limit } = input;
      const conversation = await need(deps, id);
      const messages = await messagesOf(db, id, { after, before, limit });
      return {
        conversation: await consoleViewOf(deps, conversation),
        data: messages.map((message) => messageView(message, 'operator')),
        typing: await isTyping(db, id, 'customer', clock.now()),
        notes: (await notesOf(db, id)).map(noteView),
      };
    },
    'console/support_operators': async () => {
      const open = await openByOperator(db);
      return (await deps.operators(db)).map((each) => ({ ...each, open: open.get(each.login) ?? 0 }));
    },
    'console/support_customer': async ({ caller, input }) => {
      const { userId } = await need(deps, input.id);
      if (userId === null) return refuse('support_no_account');
      await db.transact((tx) =>
        append(tx, {
          actor: caller.login,
          action: 'look at user',
          subject: `user:${userId}`,
          detail: { conversation: input.id },
          at: clock.now(),
        }),
      );
      const panel = (await deps.panelOf(userId)) ?? refuse('support_no_account');
      return {
        ...panel,
        records: await recordsOf(deps, userId),
        conversations: await conversationCount(db, userId),
      };
    },
    'console/support_statistics': ({ input }) => statisticsView(db, { from: input.from_ms, to: input.to_ms }),
  };
}

/** Calls of operators. */
export function consoleHandlers(deps: SupportDeps): Pick<Handlers<Calls>, ConsoleCalls> {
  const { clock, db } = deps.ctx;
  return {
    ...readHandlers(deps),
    ...cannedHandlers(deps),
    'console/support_take': async ({ caller, input }) =>
      consoleViewOf(deps, await take(deps, await operatorOf(deps, caller), input.id)),
    'console/support_assign': async ({ caller, input }) =>
      consoleViewOf(deps, await handOver(deps, await operatorOf(deps, caller), input.id, input.login)),
    'console/support_answer': async ({ caller, input }) => {
      const { id, client_id: clientId, text = '', file, confirmed = false } = input;
      const given = { id, clientId, text, file, confirmed };
      const { conversation, message } = await answer(deps, await operatorOf(deps, caller), given);
      return {
        conversation: await consoleViewOf(deps, conversation),
        message: messageView(message, 'operator'),
      };
    },
    'console/support_upload': async ({ input, file }) =>
      storePicture(deps, await need(deps, input.id), file?.bytes),
    'console/support_read': async ({ input }) => {
      await markRead(deps, input.id, input.seq);
      return 'ok' as const;
    },
    'console/support_typing': async ({ input }) => {
      const conversation = await need(deps, input.id);
      await db.transact(async (tx) => {
        await markTyping(tx, conversation.id, 'operator', clock.now());
        await publishTyping(deps, tx, conversation);
      });
      return 'ok' as const;
    },
    'console/support_note': async ({ caller, input }) => {
      const { id: conversationId } = await need(deps, input.id);
      const note = { conversationId, author: caller.login, text: input.text, at: clock.now() };
      return noteView(await db.transact((tx) => insertNote(tx, note)));
    },
    'console/support_merge': async ({ caller, input }) =>
      consoleViewOf(deps, await merge(deps, await operatorOf(deps, caller), input.id, input.into)),
    'console/support_close': async ({ caller, input }) =>
      consoleViewOf(
        deps,
        await closeByOperator(deps, await operatorOf(deps, caller), input.id, input.last_seq),
      ),
  };
}
