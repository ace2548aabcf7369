import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';

/** Runs a change of one operator and writes its audit entry, in one transaction. */
export const auditedBy =
  (ctx: Context) =>
  <T>(
    caller: OperatorCaller,
    action: string,
    subject: string,
    detail: Record<string, unknown>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    ctx.db.transact(async (tx) => {
      const result = await work(tx);
      await append(tx, { actor: caller.login, action, subject, detail, at: ctx.clock.now() });
      return result;
    });

/** Writes what an operator looked at to the audit log. */
export const auditLook = (
  ctx: Context,
  caller: OperatorCaller,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> => auditedBy(ctx)(caller, action, subject, detail, async () => undefined);
