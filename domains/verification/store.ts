import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { VerificationLevel } from './rules.ts';

export const levelOf = async (db: Queries, user: UserId): Promise<VerificationLevel> =>
  (
    await db.maybe<{ level: VerificationLevel }>(
      sql`select level from verification_levels where user_id = ${user}`,
    )
  )?.level ?? 0;
