import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { ResolvedDeps } from './deps.ts';
import { provePassword } from './prove-password.ts';
import { setAntiPhishing, userById } from './store.ts';

const WORDS = /^[\p{L}\p{Nd}]+(?: [\p{L}\p{Nd}]+)*$/u;
const LENGTH_MIN = 4;
const LENGTH_MAX = 20;

/** Returns a phrase of 4 to 20 letters, digits and single spaces of any script. Refuses `anti_phishing_invalid`. */
export function readAntiPhishing(typed: string): string {
  const text = typed.trim().normalize('NFC');
  const length = Array.from(text).length;
  return WORDS.test(text) && length >= LENGTH_MIN && length <= LENGTH_MAX
    ? text
    : refuse('anti_phishing_invalid');
}

/** Sets the phrase that every email carries. Requires the login password. */
export async function changeAntiPhishing(
  deps: ResolvedDeps,
  user: UserId,
  input: { readonly text: string; readonly password: string },
): Promise<void> {
  const text = readAntiPhishing(input.text);
  await provePassword(deps, user, input.password);
  await deps.ctx.db.transact(async (tx) => {
    await setAntiPhishing(tx, user, text);
    const key = `anti_phishing:${user}:${deps.ctx.clock.now()}`;
    await deps.messages.notify(tx, { user, kind: 'identity:anti_phishing', key });
  });
}

export const antiPhishingOf = async (deps: ResolvedDeps, user: UserId): Promise<string> =>
  (await userById(deps.ctx.db, user))?.antiPhishing ?? '';
