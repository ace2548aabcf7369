import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface ApiKeyRow {
  readonly id: number;
  readonly userId: UserId;
  readonly key: string;
  readonly secretSealed: Buffer;
  readonly label: string;
  readonly trade: boolean;
  readonly withdraw: boolean;
  readonly networks: readonly string[];
  /** Unix ms. */
  readonly createdMs: number;
  readonly usedMs: number | null;
  readonly usedFrom: string | null;
}

const columns = sql`id, user_id as "userId", key, secret_sealed as "secretSealed", label, trade, withdraw, networks,
  created_at as "createdMs", used_at as "usedMs", used_from as "usedFrom"`;

export const apiKeysOf = (db: Queries, user: UserId): Promise<ApiKeyRow[]> =>
  db.rows<ApiKeyRow>(sql`
    select ${columns} from credentials_api_keys where user_id = ${user} and removed_at is null order by id`);

export const apiKeyByName = (db: Queries, key: string): Promise<ApiKeyRow | undefined> =>
  db.maybe<ApiKeyRow>(
    sql`select ${columns} from credentials_api_keys where key = ${key} and removed_at is null`,
  );

export const apiKeyById = (db: Queries, id: number): Promise<ApiKeyRow | undefined> =>
  db.maybe<ApiKeyRow>(
    sql`select ${columns} from credentials_api_keys where id = ${id} and removed_at is null`,
  );

/** Returns those of the keys that have not ended. Hot: prepared once per connection. */
export const liveApiKeys = async (db: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await db.prepared<{ id: number }>(
        'credentials_live_api_keys',
        `select k.id from unnest($1::bigint[]) as asked (id)
         join credentials_api_keys k on k.id = asked.id where k.removed_at is null`,
        [[...ids]],
      )
    ).map(({ id }) => id),
  );

export const insertApiKey = (
  tx: Tx,
  key: Omit<ApiKeyRow, 'id' | 'usedMs' | 'usedFrom'>,
): Promise<ApiKeyRow> =>
  tx.one<ApiKeyRow>(sql`
    insert into credentials_api_keys (user_id, key, secret_sealed, label, trade, withdraw, networks, created_at)
    values (${key.userId}, ${key.key}, ${key.secretSealed}, ${key.label}, ${key.trade}, ${key.withdraw},
      ${key.networks}::text[], to_timestamp(${key.createdMs} / 1000.0))
    returning ${columns}`);

/** Ends a key of the account. Returns its label. */
export const removeApiKey = async (
  tx: Tx,
  user: UserId,
  id: number,
  now: number,
): Promise<string | undefined> =>
  (
    await tx.maybe<{ label: string }>(sql`
      update credentials_api_keys set removed_at = to_timestamp(${now} / 1000.0)
      where id = ${id} and user_id = ${user} and removed_at is null returning label`)
  )?.label;

export const removeApiKeys = (tx: Tx, user: UserId, now: number): Promise<number> =>
  tx.run(sql`
    update credentials_api_keys set removed_at = to_timestamp(${now} / 1000.0)
    where user_id = ${user} and removed_at is null`);

export const noteApiKeyUse = (db: Queries, id: number, address: string, now: number): Promise<number> =>
  db.run(sql`
    update credentials_api_keys set used_at = to_timestamp(${now} / 1000.0), used_from = ${address} where id = ${id}`);
