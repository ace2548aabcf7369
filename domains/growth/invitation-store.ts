import { userId } from '@karat/contract';
import type { InvitationSign, InvitationState, UserId } from '@karat/contract';
import type { InvitedPair } from '@karat/domains/identity';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** An invited user who paid fees. */
export interface Invitation extends InvitedPair {
  readonly state: InvitationState;
  readonly signs: readonly InvitationSign[];
  readonly releasedSigns: readonly InvitationSign[];
  readonly decidedBy: string | null;
  readonly createdMs: number;
}

interface Row {
  readonly invitee_id: number;
  readonly inviter_id: number;
  readonly state: InvitationState;
  readonly signs: InvitationSign[];
  readonly released_signs: InvitationSign[];
  readonly decided_by: string | null;
  readonly created_at: number;
}

const toInvitation = (row: Row): Invitation => ({
  invitee: userId(row.invitee_id),
  inviter: userId(row.inviter_id),
  state: row.state,
  signs: row.signs,
  releasedSigns: row.released_signs,
  decidedBy: row.decided_by,
  createdMs: row.created_at,
});

/** Creates missing invitations and locks all of them, in order, until the transaction ends. */
export async function lockInvitations(
  tx: Tx,
  pairs: readonly InvitedPair[],
  now: number,
): Promise<Invitation[]> {
  await tx.run(sql`
    insert into growth_invitations (invitee_id, inviter_id, state, created_at)
    select p.invitee, p.inviter, 'clear', to_timestamp(${now} / 1000.0)
    from unnest(${pairs.map(({ invitee }) => invitee)}::bigint[], ${pairs.map(({ inviter }) => inviter)}::bigint[])
      as p (invitee, inviter) order by 1 on conflict do nothing`);
  const rows = await tx.rows<Row>(sql`
    select * from growth_invitations where invitee_id = any(${pairs.map(({ invitee }) => invitee)})
    order by invitee_id for update`);
  return rows.map(toInvitation);
}

export async function lockInvitation(tx: Tx, invitee: UserId): Promise<Invitation | undefined> {
  const row = await tx.maybe<Row>(
    sql`select * from growth_invitations where invitee_id = ${invitee} for update`,
  );
  return row && toInvitation(row);
}

export async function readInvitation(db: Queries, invitee: UserId): Promise<Invitation | undefined> {
  const row = await db.maybe<Row>(sql`select * from growth_invitations where invitee_id = ${invitee}`);
  return row && toInvitation(row);
}

/** Holds the rebates of an invitation because of its signs. */
export const holdInvitation = (tx: Tx, invitee: UserId, signs: readonly InvitationSign[]): Promise<number> =>
  tx.run(sql`
    update growth_invitations set state = 'held', signs = ${[...signs]}::text[] where invitee_id = ${invitee}`);

/** Stores a decision of operators; signs that were released do not hold the pair again. */
export const decideInvitation = (
  tx: Tx,
  invitee: UserId,
  state: 'clear' | 'refused',
  by: string,
  now: number,
): Promise<number> =>
  tx.run(sql`
    update growth_invitations set state = ${state}, decided_by = ${by}, decided_at = to_timestamp(${now} / 1000.0),
      released_signs = case when ${state} = 'clear' then signs else released_signs end
    where invitee_id = ${invitee}`);

/** Invitations, held ones first, with their total count. */
export async function readInvitations(
  db: Queries,
  state: InvitationState | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Invitation[]; readonly total: number }> {
  const where = state === undefined ? empty : sql`where state = ${state}`;
  const rows = await db.rows<Row>(sql`
    select * from growth_invitations ${where} order by (state = 'held') desc, created_at desc, invitee_id desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from growth_invitations ${where}`,
  );
  return { rows: rows.map(toInvitation), total };
}
