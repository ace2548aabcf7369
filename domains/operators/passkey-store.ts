import { sql } from '@karat/platform/db';
import { createPasskeyStore } from '@karat/platform/webauthn';
import type { Passkey } from '@karat/platform/webauthn';

export type PasskeyRow = Passkey<number>;

/** Passkeys of operators. */
export const passkeyStore = createPasskeyStore<number>({
  passkeys: sql`operators_passkeys`,
  challenges: sql`operators_challenges`,
  owner: sql`operator_id`,
});
