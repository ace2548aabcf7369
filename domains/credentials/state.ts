import { refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { masked } from '@karat/domains/identity';
import type { UserRow } from '@karat/domains/identity';
import { holdUntil } from './hold.ts';
import type { Queries } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import type { ResolvedDeps } from './deps.ts';
import { scoreOf } from './rules.ts';
import { accountOf, countsOf } from './store.ts';

export type SecurityState = Reply<Contract['credentials']['safe/state']>;

const maskedOrNone = (receiver: string | null): string | null =>
  receiver === null ? null : masked(receiver);

/**
 * Returns the protections of an account and the end of its withdrawal hold; no secrets. In a transaction, `db` is the
 * transaction.
 */
export async function securityOf(
  deps: ResolvedDeps,
  id: UserId,
  db: Queries = deps.ctx.db,
): Promise<{ readonly user: UserRow; readonly state: SecurityState }> {
  const [user] = await deps.identity.users(db, [id]);
  if (!user) return refuse('not_found');
  const account = await accountOf(db, id);
  const counts = await countsOf(db, id);
  const recovers = await deps.identity.recoversFrom(db, id);
  const until = await holdUntil(deps, db, id);
  const change = until === undefined ? undefined : await deps.identity.credentialChange(db, id);
  const has = {
    payPassword: (account?.payHash ?? null) !== null,
    totp: (account?.totpSealed ?? null) !== null,
    passkey: counts.passkeys > 0,
    bothReceivers: user.email !== null && user.phone !== null,
    antiPhishing: user.antiPhishing !== null,
  };
  const state: SecurityState = {
    email: maskedOrNone(user.email),
    phone: maskedOrNone(user.phone),
    email_recovers_ms: recovers.get('email') ?? null,
    phone_recovers_ms: recovers.get('phone') ?? null,
    contact_wait_hours: deps.identity.contactWaitMs / HOUR_MS,
    pay_password: has.payPassword,
    pay_password_ms: account?.payMs ?? null,
    totp: has.totp,
    totp_ms: account?.totpMs ?? null,
    backup_codes: counts.backupCodes,
    passkeys: counts.passkeys,
    api_keys: counts.apiKeys,
    anti_phishing: has.antiPhishing,
    score: scoreOf(has),
    hold_until: until === undefined ? null : wireTime(until),
    hold_until_ms: until ?? null,
    hold_reason: change?.what ?? null,
  };
  return { user, state };
}
