import { pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { ConsoleDeps } from './console.ts';

type Calls = Pick<Handlers<Contract['operators']>, 'console/user_notes' | 'console/user_note'>;

interface Note {
  readonly id: number;
  readonly operator: string;
  readonly text: string;
  readonly created_ms: number;
}

const notesOf = (db: Queries, user: UserId, page: number, limit: number): Promise<Note[]> =>
  db.rows<Note>(sql`
    select n.id, o.login as operator, n.text, n.at as created_ms
    from operators_user_notes n join operators_accounts o on o.id = n.operator_id
    where n.user_id = ${user} order by n.id desc limit ${limit} offset ${(page - 1) * limit}`);

const insertNote = (
  tx: Tx,
  note: { readonly user: UserId; readonly operator: number; readonly text: string; readonly at: number },
): Promise<{ id: number }> =>
  tx.one<{ id: number }>(sql`
    insert into operators_user_notes (user_id, operator_id, text, at)
    values (${note.user}, ${note.operator}, ${note.text}, to_timestamp(${note.at} / 1000.0)) returning id`);

/** Answers the notes on users. The audit log has the note's number and not its text, which may be personal data. */
export function userNoteHandlers({ ctx, users }: Pick<ConsoleDeps, 'ctx' | 'users'>): Calls {
  return {
    'console/user_notes': async ({ input: { uid, page, limit } }) => {
      const { count } = await ctx.db.one<{ count: number }>(
        sql`select count(*) as count from operators_user_notes where user_id = ${uid}`,
      );
      return pageReply(await notesOf(ctx.db, uid, page, limit), count, page, limit);
    },
    'console/user_note': async ({ input: { uid, text }, caller }) => {
      if (!(await users.find(uid))) refuse('not_found');
      const at = ctx.clock.now();
      const { id } = await ctx.db.transact(async (tx) => {
        const added = await insertNote(tx, { user: uid, operator: caller.operatorId, text, at });
        const { login: actor } = caller;
        await append(tx, {
          actor,
          action: 'note on user',
          subject: `user:${uid}`,
          detail: { note: added.id },
          at,
        });
        return added;
      });
      return { id, operator: caller.login, text, created_ms: at };
    },
  };
}
