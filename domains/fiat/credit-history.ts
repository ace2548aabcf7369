import type { FiatReason, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Reasons of a rejection that are about the proof of the payer. */
const PROOF_REASONS: readonly FiatReason[] = ['payer_differs', 'proof_unusable', 'proof_duplicate'];

/** Returns how many purchases of the user were rejected for their proof of payment. */
export const refusedProofsOf = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from fiat_orders
      where user_id = ${user} and state = 'rejected' and reason = any(${[...PROOF_REASONS]})`)
  ).count;
