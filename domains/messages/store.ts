import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Notice } from './tell.ts';

/** Keeps notices that were not kept before; answers whose they are. */
export async function insertNotices(tx: Tx, notices: readonly Notice[], at: number): Promise<UserId[]> {
  const rows = await tx.rows<{ userId: UserId }>(sql`
    insert into messages_notices (user_id, key, kind, values, created_at)
    select user_id, key, kind, values::jsonb, to_timestamp(${at} / 1000.0)
    from unnest(
      ${notices.map((notice) => notice.user)}::bigint[], ${notices.map((notice) => notice.key)}::text[],
      ${notices.map((notice) => notice.kind)}::text[],
      ${notices.map((notice) => JSON.stringify(notice.values ?? {}))}::text[]) as told(user_id, key, kind, values)
    on conflict (key) do nothing
    returning user_id as "userId"`);
  return [...new Set(rows.map((row) => row.userId))];
}
