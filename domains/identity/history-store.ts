import type { LoginOutcome, UserId } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export type LoginMethod = 'password' | 'passkey';

export interface NewLogin {
  /** `none` runs the same statement, which then writes nothing. */
  readonly userId: UserId | null;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly device: string;
  readonly address: string;
  readonly network: string;
  readonly newDevice: boolean;
  readonly now: number;
}

/** Records a login attempt. Without an account it does the same work, so that response time reveals nothing. */
export const insertLogin = async (tx: Tx, login: NewLogin): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      insert into identity_logins (user_id, outcome, way, device, address, network, new_device, created_at)
      select id, ${login.outcome}, ${login.method}, ${login.device}, ${login.address}, ${login.network},
        ${login.newDevice}, to_timestamp(${login.now} / 1000.0)
      from identity_users where id = ${login.userId ?? 0}
      returning id`)
  )?.id;

/** Returns if the account has logged in from the device and network before, and if it ever has. */
export const seenBefore = (
  tx: Tx,
  userId: UserId,
  device: string,
  network: string,
): Promise<{ readonly known: boolean; readonly any: boolean }> =>
  tx.one(sql`
    select coalesce(bool_or(device = ${device}), false) and coalesce(bool_or(network = ${network}), false) as known,
      count(*) > 0 as any
    from identity_logins where user_id = ${userId} and outcome = 'ok'`);

export interface LoginRow {
  readonly id: number;
  readonly outcome: LoginOutcome;
  readonly way: LoginMethod;
  readonly device: string;
  readonly address: string;
  readonly newDevice: boolean;
  /** Unix ms. */
  readonly createdMs: number;
}

/** Returns the login attempts of an account, newest first; with `failedOnly` those that were refused. */
export async function loginsOf(
  db: Queries,
  userId: UserId,
  page: { readonly page: number; readonly limit: number },
  failedOnly = false,
): Promise<{ readonly rows: LoginRow[]; readonly total: number }> {
  const where = sql`user_id = ${userId} ${failedOnly ? sql`and outcome <> 'ok'` : empty}`;
  const rows = await db.rows<LoginRow>(sql`
    select id, outcome, way, device, address, new_device as "newDevice", created_at as "createdMs"
    from identity_logins where ${where}
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from identity_logins where ${where}`,
  );
  return { rows, total };
}

/** Deletes up to `max` attempts from before a moment. Returns the count. */
export const dropOldLogins = (tx: Tx, before: number, max: number): Promise<number> =>
  tx.run(sql`
    delete from identity_logins where ctid in (
      select ctid from identity_logins where created_at < to_timestamp(${before} / 1000.0) limit ${max})`);
