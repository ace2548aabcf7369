import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { checkCode, resetCodeLimits, useCode } from './codes.ts';
import type { ResolvedDeps } from './deps.ts';
import type { Contact } from './contact.ts';
import { contactAwaiting } from './resolve.ts';
import { checkNewPassword, newInviteCode, readInviteCode } from './rules.ts';
import { openSession } from './sessions.ts';
import { insertUser, inviterByCode } from './store.ts';

export interface Registration {
  readonly user_string: string;
  readonly area_code?: string | undefined;
  readonly code: string;
  readonly password: string;
  readonly re_password: string;
  readonly extension_code?: string | undefined;
  /** Kind of the contact, as the client sees it. */
  readonly type?: string | undefined;
}

/**
 * Opens an account for the holder of a contact's code, and a session. Returns the token. Account, session, consumed
 * code and the additions of `onRegistered` commit together. Refuses invalid passwords, a wrong or expired code, an
 * unknown invite code, and with `registration_failed` a contact that has an account.
 */
export async function register(
  deps: ResolvedDeps,
  input: Registration,
  asking: { readonly lang: Lang; readonly request: RequestInfo },
): Promise<string> {
  const contact = await contactAwaiting(deps, input.user_string, input.area_code, 'register');
  if (input.type === (contact.kind === 'email' ? 'mobile' : 'email')) refuse('receiver_invalid');
  checkNewPassword(input.password, input.re_password, contact.value);
  await checkCode(deps, contact.value, 'register', input.code);
  const inviterId = await inviterOf(deps, input.extension_code);
  // Hashing is slow: it runs before the transaction and after the code, which limits who can cause it.
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.ctx.db.transact(async (tx) => {
    await useCode(deps, tx, contact.value, 'register', input.code);
    const userId = await openAccount(deps, tx, {
      contact,
      passwordHash,
      inviterId,
      lang: asking.lang,
      demo: false,
    });
    await resetCodeLimits(tx, contact.value, asking.request.address);
    return openSession(deps, tx, userId, asking.request);
  });
}

async function inviterOf(deps: ResolvedDeps, typed: string | undefined): Promise<UserId | null> {
  if (typed === undefined) return null;
  const inviter = await inviterByCode(deps.ctx.db, readInviteCode(typed));
  return inviter ? inviter.id : refuse('invite_unknown');
}

/** Invite codes have 40 bits: a collision is rare, so few draws suffice. */
const DRAWS = 3;

/** Opens the account with its invite code and runs the additions of the composition. */
export async function openAccount(
  deps: ResolvedDeps,
  tx: Tx,
  account: {
    readonly contact: Contact;
    readonly passwordHash: string;
    readonly inviterId: UserId | null;
    readonly lang: Lang;
    readonly demo: boolean;
  },
): Promise<UserId> {
  const { ctx, fiats } = deps;
  for (let draw = 0; draw < DRAWS; draw++) {
    const inviteCode = newInviteCode((limit) => ctx.random.below(limit));
    const userId = await insertUser(tx, {
      ...account,
      inviteCode,
      fiat: fiats[0] ?? 'USD',
      now: ctx.clock.now(),
    });
    if (userId === undefined) continue;
    await deps.onRegistered(tx, userId);
    return userId;
  }
  return refuse('registration_failed');
}
