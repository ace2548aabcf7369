import { userId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { readEmail } from './contact.ts';
import { userByEmail, usersById } from './store.ts';
import type { UserRow } from './store.ts';

const UID = /^[1-9][0-9]{0,14}$/;

/** Returns the account of a UID or an email address, house accounts included; undefined if there is none. */
export async function accountNamed(
  deps: ResolvedDeps,
  db: Queries,
  typed: string,
): Promise<UserRow | undefined> {
  const text = typed.trim();
  if (UID.test(text)) {
    const [found] = await usersById(db, [userId(Number(text))]);
    return found?.demo === true && !deps.ctx.demo ? undefined : found;
  }
  const email = readEmail(text);
  return email && userByEmail(db, email.value, deps.ctx.demo);
}
