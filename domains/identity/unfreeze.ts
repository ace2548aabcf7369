import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import { countAttempts, lockedWait, refuseForNow } from './attempts.ts';
import { clearTries } from './attempt-store.ts';
import { checkCode, forgiveCode, useCode } from './codes.ts';
import { isLinkedSince } from './contact-store.ts';
import { tryPassword } from './login.ts';
import type { LoginForm } from './login.ts';
import type { Parts } from './parts.ts';
import { receiverAwaiting } from './resolve.ts';
import { askUnfreeze, credentialOf } from './store.ts';

/**
 * The owner of a frozen account proves with password and a code to the bound receiver that they want it back; people of
 * the house decide. Answers alike where the account is not frozen. Refuses as a login does, and as a code does.
 */
export async function requestUnfreeze(
  parts: Parts,
  input: LoginForm & { readonly code: string },
  request: RequestInfo,
): Promise<void> {
  const { ctx, limits } = parts;
  const receiver = await receiverAwaiting(parts, input.user_string, input.area_code, 'unfreeze');
  const { account, right, attempts } = await tryPassword(parts, input, request);
  const wait = await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    if (!right) return countAttempts(tx, attempts, now);
    const waitMs = await lockedWait(tx, attempts, now);
    if (waitMs <= 0) await clearTries(tx, attempts[0].key);
    return waitMs;
  });
  if (wait > 0) refuseForNow(wait);
  if (!right || !account) return refuse('login_failed');
  await checkCode(parts, receiver.value, 'unfreeze', input.code);
  await ctx.db.transact(async (tx) => {
    await useCode(parts, tx, receiver.value, 'unfreeze', input.code);
    const owner = await credentialOf(tx, receiver, ctx.demo);
    const isRecent = await isLinkedSince(tx, receiver.value, ctx.clock.now() - limits.contactWaitMs);
    if (owner?.id !== account.id || isRecent) refuse('code_expired');
    await askUnfreeze(tx, account.id, ctx.clock.now());
    await forgiveCode(tx, receiver.value, request.address);
  });
}
