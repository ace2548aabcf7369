import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Http } from '@karat/platform/http';
import type { Files } from '@karat/platform/files';
import type { Authenticators } from './authenticators.ts';

type App = Http['app'];

/** Owner of a token; an operator who must register a passkey first sees no documents. */
async function callerOf(doors: Authenticators, token: string) {
  const user = await doors.authenticate(token);
  if (user) return user;
  const operator = await doors.authenticateOperator(token);
  return operator?.mustEnrol ? undefined : operator;
}

/** Uploads of users are shown to an operator only after the view is in the audit log. */
const noteLook = (ctx: Context, login: string, id: string): Promise<unknown> =>
  ctx.db.transact((tx) =>
    append(tx, {
      actor: login,
      action: 'look at file',
      subject: `file:${id}`,
      detail: {},
      at: ctx.clock.now(),
    }),
  );

/** Serves user uploads: pictures to everyone, documents to their owner and to operators. */
export const mountFiles =
  (files: Files, doors: Authenticators, ctx: Context) =>
  (app: App): void => {
    app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
      const { authorization: token, range } = request.headers;
      const caller = token === undefined ? undefined : await callerOf(doors, token);
      const { status, headers, body, isPrivate } = await files.serve(request.params.id, caller, range);
      if (isPrivate === true && caller !== undefined && 'role' in caller)
        await noteLook(ctx, caller.login, request.params.id);
      return reply.status(status).headers(headers).send(body);
    });
  };
