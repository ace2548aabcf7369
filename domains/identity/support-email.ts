import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import { checkCode, useCode as consumeCode, resetCodeLimits, sendSupportCode } from './codes.ts';
import type { ResolvedDeps } from './deps.ts';
import { emailOf } from './resolve.ts';

/** Codes that prove a visitor's email address to customer service; none depends on whether an account has the address. */
export interface SupportEmail {
  /** Refuses `receiver_invalid` and `too_many_attempts`. */
  sendCode(email: string, asking: { readonly lang: Lang; readonly address: string }): Promise<void>;
  /** Verifies a code without consuming it; returns the address as stored. Refuses `code_wrong` (which counts) and `code_expired`. */
  check(email: string, code: string): Promise<string>;
  /** Consumes a verified code in the transaction of the action. */
  consume(tx: Tx, email: string, code: string, address: string): Promise<void>;
}

export const supportEmail = (deps: ResolvedDeps): SupportEmail => ({
  sendCode: async (email, asking) => sendSupportCode(deps, emailOf(email), asking),
  async check(email, code) {
    const { value } = emailOf(email);
    await checkCode(deps, value, 'support', code);
    return value;
  },
  async consume(tx, email, code, address) {
    const { value } = emailOf(email);
    await consumeCode(deps, tx, value, 'support', code);
    await resetCodeLimits(tx, value, address);
  },
});
