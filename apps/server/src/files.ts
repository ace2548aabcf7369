import type { Http } from '@karat/platform/http';
import type { Files } from '@karat/platform/files';
import type { Doors } from './doors.ts';

type App = Http['app'];

/** Serves what users uploaded: pictures to everyone, documents to their owner and to operators. */
export const mountFiles =
  (files: Files, doors: Doors) =>
  (app: App): void => {
    app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
      const { authorization: token } = request.headers;
      const caller =
        token === undefined
          ? undefined
          : ((await doors.authenticate(token)) ?? (await doors.authenticateOperator(token)));
      const { status, headers, body } = await files.serve(request.params.id, caller);
      return reply.status(status).headers(headers).send(body);
    });
  };
