import { markedRows } from '@karat/platform/crypto';
import type { KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Sql } from '@karat/platform/db';
import { DEVICE_LIFE_MS } from './login-policy.ts';
import { DEFAULT_LIMITS } from './rules.ts';
import { isAlive } from './session-store.ts';

const { sessionIdleMs: idleMs, sessionLifeMs: lifeMs } = DEFAULT_LIMITS;

/** Condition of known devices whose token is still valid. */
export const hasValidToken = (at: number): Sql =>
  sql`seen_at > to_timestamp(${at - DEVICE_LIFE_MS} / 1000.0)`;

/** Rows of the domain that depend on hash keys. */
export const identityKeyedRows: readonly KeyedRows[] = [
  markedRows({
    name: 'codes sent by email or SMS',
    table: sql`identity_codes`,
    isLive: (at) => sql`expires_at > to_timestamp(${at} / 1000.0)`,
  }),
  markedRows({
    name: 'sessions of users',
    table: sql`identity_sessions`,
    isLive: (at) => isAlive(at, { idleMs, lifeMs }),
  }),
  markedRows({ name: 'known devices of users', table: sql`identity_devices`, isLive: hasValidToken }),
];
