import { sessionId } from '@karat/contract';
import type { Calls, Reply, UserId } from '@karat/contract';
import type { Handler, HandlerRequest, Handlers } from '@karat/platform/http';

/** A call of a test, by a verified user. */
interface Asking {
  readonly who: UserId;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
}

/** Calls a handler as the server does: input and reply pass through the contract. Without a transaction of its own. */
export async function callHandler<Group extends Calls, Path extends keyof Group>(
  group: Group,
  handlers: Pick<Handlers<Group>, Path>,
  path: Path,
  { who, fields = {}, idempotencyKey }: Asking,
): Promise<Reply<Group[Path]>> {
  const declared: Group[Path] = group[path];
  const asked = {
    input: declared.input.parse(fields),
    caller: { userId: who, sessionId: sessionId(1), verified: true },
    lang: 'en',
    request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey },
    tx: undefined,
    file: undefined,
  };
  const handler: Handler<Group[Path]> = handlers[path];
  return declared.reply.parse(await handler(asked as unknown as HandlerRequest<Group[Path]>)) as Reply<
    Group[Path]
  >;
}
