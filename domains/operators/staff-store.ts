import type { OperatorRole } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** An operator in the list. */
export interface StaffMember {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly disabled: boolean;
  readonly passkeys: number;
  readonly created_ms: number;
  readonly seen_ms: number | null;
  /** End of a setup, used up or not; null without one. */
  readonly setup_until_ms: number | null;
  readonly approved_by: number | null;
  readonly has_second: boolean;
}

/** The setup of a login. */
export interface InvitationRow {
  readonly operator_id: number;
  readonly login: string;
  readonly approved_by: number;
  readonly first_hash: Buffer;
  readonly second_hash: Buffer | null;
  readonly totp_secret: string | null;
  readonly expires_ms: number;
}

const STAFF_MAX = 1_000;

export const staffMembers = (db: Queries): Promise<StaffMember[]> =>
  db.rows<StaffMember>(sql`
    select o.id, o.login, o.name, o.role, o.disabled, o.created_at as created_ms, i.expires_at as setup_until_ms,
      i.approved_by, i.second_hash is not null as has_second,
      (select count(*) from operators_passkeys p where p.operator_id = o.id) as passkeys,
      (select max(s.seen_at) from operators_sessions s where s.operator_id = o.id) as seen_ms
    from operators_accounts o left join operators_invitations i on i.operator_id = o.id
    order by o.disabled, o.login limit ${STAFF_MAX}`);

/** Locks all active operators, so that of two changes at once the second one sees the first. */
export const lockStaff = (
  tx: Tx,
): Promise<{ id: number; login: string; role: OperatorRole; waits: boolean }[]> =>
  tx.rows(sql`
    select id, login, role,
      exists (select 1 from operators_invitations i where i.operator_id = operators_accounts.id) as waits
    from operators_accounts where not disabled order by id for update`);

export const setRole = (tx: Tx, id: number, role: OperatorRole): Promise<number> =>
  tx.run(sql`update operators_accounts set role = ${role} where id = ${id}`);

export const invite = (
  tx: Tx,
  row: { operator: number; approvedBy: number; firstHash: Uint8Array; until: number },
): Promise<number> =>
  tx.run(sql`
    insert into operators_invitations (operator_id, approved_by, first_hash, expires_at)
    values (${row.operator}, ${row.approvedBy}, ${row.firstHash}, to_timestamp(${row.until} / 1000.0))
    on conflict (operator_id) do update set approved_by = excluded.approved_by, first_hash = excluded.first_hash,
      second_hash = null, totp_secret = null, expires_at = excluded.expires_at`);

/** Stores the approver's half. Returns 0 if another operator approved, if it was taken, or if the setup has ended. */
export const takeSecond = (
  tx: Tx,
  row: { operator: number; approver: number; hash: Uint8Array; now: number },
): Promise<number> =>
  tx.run(sql`
    update operators_invitations set second_hash = ${row.hash}
    where operator_id = ${row.operator} and approved_by = ${row.approver} and second_hash is null
      and expires_at > to_timestamp(${row.now} / 1000.0)`);

/** Locks the setup of an active operator's login. */
export const lockInvitation = (tx: Tx, login: string, now: number): Promise<InvitationRow | undefined> =>
  tx.maybe<InvitationRow>(sql`
    select i.operator_id, o.login, i.approved_by, i.first_hash, i.second_hash, i.totp_secret, i.expires_at as expires_ms
    from operators_invitations i join operators_accounts o on o.id = i.operator_id
    where o.login = ${login} and not o.disabled and i.expires_at > to_timestamp(${now} / 1000.0)
    for update of i`);

export const keepSecret = (tx: Tx, operator: number, totpSecret: string): Promise<number> =>
  tx.run(sql`update operators_invitations set totp_secret = ${totpSecret} where operator_id = ${operator}`);

export const endInvitation = (tx: Tx, operator: number): Promise<number> =>
  tx.run(sql`delete from operators_invitations where operator_id = ${operator}`);
