import type { Calls, OperatorRole, Reply } from '@karat/contract';
import type { Handlers, UploadedFile } from '@karat/platform/http';
import type { Tx } from '@karat/platform/db';
import { callHandler } from './call-handler.ts';

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

/** Calls a handler of the console as the server does, in a session that has the operator's number. */
export const callConsole = <Group extends Calls, Path extends keyof Group>(
  group: Group,
  handlers: Pick<Handlers<Group>, Path>,
  path: Path,
  { login = 'admin', ...more }: Asking = {},
): Promise<Reply<Group[Path]>> => {
  const operator = ROLES.indexOf(login) + 1;
  return callHandler(group, handlers, path, { ...more, login, operator, session: operator });
};

/** What every approval has in common in the reply to its request. */
export const ASKED = {
  article_version: null,
  person: null,
  own: true,
  decided_by: null,
  state: 'asked',
  decided_ms: null,
} as const;
