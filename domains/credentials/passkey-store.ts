import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createPasskeyStore } from '@karat/platform/webauthn';
import type { Passkey } from '@karat/platform/webauthn';

export type PasskeyRow = Passkey<UserId>;

/** Passkeys of users. */
export const passkeyStore = createPasskeyStore<UserId>({
  passkeys: sql`credentials_passkeys`,
  challenges: sql`credentials_challenges`,
  owner: sql`user_id`,
});
