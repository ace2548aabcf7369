import { hasValidToken } from '@karat/domains/identity';
import { markedRows } from '@karat/platform/crypto';
import type { KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { SESSION_IDLE_MS, SESSION_MS } from './rules.ts';

/** Rows of the domain that depend on hash keys. */
export const operatorKeyedRows: readonly KeyedRows[] = [
  markedRows({
    name: 'sessions of operators',
    table: sql`operators_sessions`,
    isLive: (at) => sql`ended_at is null and seen_at > to_timestamp(${at - SESSION_IDLE_MS} / 1000.0)
      and created_at > to_timestamp(${at - SESSION_MS} / 1000.0)`,
    ending: sql`update operators_sessions set ended_at = now()`,
  }),
  markedRows({ name: 'known devices of operators', table: sql`operators_devices`, isLive: hasValidToken }),
];
