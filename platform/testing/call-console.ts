import { operatorId, sessionId } from '@karat/contract';
import type { Calls, OperatorRole, Reply } from '@karat/contract';
import type { Handler, HandlerRequest, Handlers, UploadedFile } from '@karat/platform/http';
import type { Tx } from '@karat/platform/db';

/** A call of a test, by an operator. */
interface Asking {
  /** One of the operators of a demonstration, whose logins are their roles; `admin` if absent. */
  readonly login?: OperatorRole;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** For calls that move money. */
  readonly tx?: Tx;
  readonly file?: UploadedFile;
}

const ROLES: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];

/** Fast and readable passwords. */
export const plainPasswords = {
  hash: async (password: string): Promise<string> => `hash of ${password}`,
  verify: async (hash: string, password: string): Promise<boolean> => hash === `hash of ${password}`,
  pretend: async (): Promise<boolean> => false,
};

/** Calls a handler of the console as the server does: input and reply pass through the contract. */
export async function callConsole<Group extends Calls, Path extends keyof Group>(
  group: Group,
  handlers: Pick<Handlers<Group>, Path>,
  path: Path,
  { login = 'admin', fields = {}, tx, file }: Asking = {},
): Promise<Reply<Group[Path]>> {
  const number = ROLES.indexOf(login) + 1;
  const declared: Group[Path] = group[path];
  const asked = {
    input: declared.input.parse(fields),
    caller: { operatorId: operatorId(number), login, role: login, sessionId: sessionId(number) },
    lang: 'en',
    request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
    tx,
    file,
  };
  const handler: Handler<Group[Path]> = handlers[path];
  return declared.reply.parse(await handler(asked as unknown as HandlerRequest<Group[Path]>)) as Reply<
    Group[Path]
  >;
}

/** What every approval has in common in the reply to its request. */
export const ASKED = {
  article_version: null,
  person: null,
  own: true,
  decided_by: null,
  state: 'asked',
  decided_ms: null,
} as const;
