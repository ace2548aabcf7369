import { operatorId, sessionId } from '@karat/contract';
import type { Calls, Reply, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Handler, HandlerRequest, Handlers, UploadedFile } from '@karat/platform/http';
import type { Tx } from '@karat/platform/db';

/** A call of a test: by a verified user, by an operator, or with neither by a visitor. */
interface Asking {
  readonly who?: UserId | undefined;
  /** Login of an operator. */
  readonly login?: string;
  readonly operator?: number;
  readonly session?: number;
  readonly lang?: Lang;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  /** Of a call that moves money. */
  readonly tx?: Tx | undefined;
  readonly file?: UploadedFile | undefined;
}

function callerOf({ who, login, operator = 1, session = 1 }: Asking) {
  if (who !== undefined) return { userId: who, sessionId: sessionId(session), verified: true };
  return login === undefined
    ? undefined
    : { operatorId: operatorId(operator), login, role: login, sessionId: sessionId(session) };
}

/** Calls a handler as the server does: input and reply pass through the contract. Opens no transaction. */
export async function callHandler<Group extends Calls, Path extends keyof Group>(
  group: Group,
  handlers: Pick<Handlers<Group>, Path>,
  path: Path,
  asking: Asking,
): Promise<Reply<Group[Path]>> {
  const declared: Group[Path] = group[path];
  const { lang = 'en', fields = {}, idempotencyKey, tx, file } = asking;
  const asked = {
    input: declared.input.parse(fields),
    caller: callerOf(asking),
    lang,
    request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey },
    tx,
    file,
  };
  const handler: Handler<Group[Path]> = handlers[path];
  return declared.reply.parse(await handler(asked as unknown as HandlerRequest<Group[Path]>)) as Reply<
    Group[Path]
  >;
}

/** A page of a list as a reply holds it. */
export const pageAt = <Row>(
  { page, limit, total }: { readonly page: number; readonly limit: number; readonly total: number },
  data: readonly Row[],
) => ({ data, total, per_page: limit, current_page: page, last_page: Math.max(1, Math.ceil(total / limit)) });
