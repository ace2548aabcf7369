import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import { resetCodeLimits, useCode } from './codes.ts';
import { isLinkedSince } from './contact-store.ts';
import { lockAttempt, attemptPassword } from './login.ts';
import type { LoginForm } from './login.ts';
import type { ResolvedDeps } from './deps.ts';
import { contactAwaiting } from './resolve.ts';
import { saveUnfreezeRequest, credentialOf } from './store.ts';

/**
 * The owner of a frozen account proves with password and a code of a linked contact that they want it back; operators
 * decide. The reply is the same if the account is not frozen. Refuses as a login does, and as a code does.
 */
export async function requestUnfreeze(
  deps: ResolvedDeps,
  input: LoginForm & { readonly code: string },
  request: RequestInfo,
): Promise<void> {
  const { ctx, limits } = deps;
  const contact = await contactAwaiting(deps, input.user_string, input.area_code, 'unfreeze');
  const proof = {
    key: contact.value,
    contact: contact.value,
    purpose: 'unfreeze' as const,
    code: input.code,
  };
  const attempt = await attemptPassword(deps, input, request, proof);
  const outcome = await ctx.db.transact(async (tx) => {
    const locked = await lockAttempt(deps, tx, attempt);
    if (locked.codeVerdict !== 'right') return locked.codeVerdict;
    if (!attempt.right || !attempt.account) {
      await locked.fail();
      return 'login_failed';
    }
    await useCode(deps, tx, contact.value, 'unfreeze', input.code);
    const owner = await credentialOf(tx, contact, ctx.demo);
    const isRecent = await isLinkedSince(tx, contact.value, ctx.clock.now() - limits.contactWaitMs);
    if (owner?.id !== attempt.account.id || isRecent) refuse('code_expired');
    await saveUnfreezeRequest(tx, attempt.account.id, ctx.clock.now());
    await resetCodeLimits(tx, contact.value, request.address);
    return 'right';
  });
  if (outcome !== 'right') refuse(outcome);
}
