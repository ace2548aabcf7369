import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export type ContactKind = 'email' | 'phone';
/** Second proof of the owner beside the password. */
export type ProofMethod = 'code' | 'authenticator' | 'passkey';

/** A contact that was linked after the account was opened. */
export interface ContactChange {
  readonly id: number;
  readonly userId: UserId;
  readonly kind: ContactKind;
  readonly contact: string | null;
  readonly previous: string | null;
  readonly proof: ProofMethod | 'operators';
  readonly device: string;
  readonly address: string;
  /** Unix ms. */
  readonly changedMs: number;
  readonly reportedMs: number | null;
}

/** Maximum length of the list of one account. */
const CHANGES_MAX = 100;

const columns = sql`id, user_id as "userId", kind, contact, previous, proof, device, address,
  changed_at as "changedMs", reported_at as "reportedMs"`;

export const insertChange = async (
  tx: Tx,
  change: Omit<ContactChange, 'id' | 'reportedMs'>,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into identity_contact_changes (user_id, kind, contact, previous, proof, device, address, changed_at)
      values (${change.userId}, ${change.kind}, ${change.contact}, ${change.previous}, ${change.proof}, ${change.device},
        ${change.address}, to_timestamp(${change.changedMs} / 1000.0))
      returning id`)
  ).id;

/** Returns the contact changes of an account, newest first. */
export const contactChanges = (db: Queries, user: UserId): Promise<ContactChange[]> =>
  db.rows<ContactChange>(sql`
    select ${columns} from identity_contact_changes where user_id = ${user} order by id desc limit ${CHANGES_MAX}`);

export const lockChange = (tx: Tx, user: UserId, id: number): Promise<ContactChange | undefined> =>
  tx.maybe<ContactChange>(sql`
    select ${columns} from identity_contact_changes where id = ${id} and user_id = ${user} for update`);

/**
 * Returns true if the account linked the contact after a moment. Does the same work whether or not an account has the
 * contact.
 */
export const isLinkedSince = async (db: Queries, contact: string, since: number): Promise<boolean> => {
  const { recent } = await db.one<{ recent: boolean }>(sql`
    select exists (
      select 1 from identity_contact_changes c join identity_users u on u.id = c.user_id
      where c.contact = ${contact} and c.proof <> 'operators' and c.changed_at > to_timestamp(${since} / 1000.0)
        and (u.email = c.contact or u.phone = c.contact)) as recent`);
  return recent;
};

/** Returns the present contacts of an account that were linked after a moment, with their times (unix ms). */
export const linkedSince = (
  db: Queries,
  user: UserId,
  since: number,
): Promise<{ contact: string; kind: ContactKind; changedMs: number }[]> =>
  db.rows(sql`
    select c.contact, c.kind, max(c.changed_at) as "changedMs"
    from identity_contact_changes c join identity_users u on u.id = c.user_id
    where c.user_id = ${user} and c.proof <> 'operators' and c.changed_at > to_timestamp(${since} / 1000.0)
      and (u.email = c.contact or u.phone = c.contact)
    group by c.contact, c.kind`);

export const insertReportLink = (
  tx: Tx,
  link: {
    readonly tokenHash: string;
    readonly change: number;
    readonly contact: string;
    readonly expires: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into identity_report_links (token_hash, change_id, contact, expires_at)
    values (${link.tokenHash}, ${link.change}, ${link.contact}, to_timestamp(${link.expires} / 1000.0))`);

/** Consumes a link and records the report. Returns the account, or undefined if the link is no longer valid. */
export async function takeReportLink(
  tx: Tx,
  tokenHash: string,
  now: number,
): Promise<{ readonly userId: UserId } | undefined> {
  const link = await tx.maybe<{ change: number }>(sql`
    update identity_report_links set used_at = to_timestamp(${now} / 1000.0)
    where token_hash = ${tokenHash} and used_at is null and expires_at > to_timestamp(${now} / 1000.0)
    returning change_id as change`);
  if (!link) return undefined;
  return tx.one<{ userId: UserId }>(sql`
    update identity_contact_changes set reported_at = coalesce(reported_at, to_timestamp(${now} / 1000.0))
    where id = ${link.change} returning user_id as "userId"`);
}

/** Deletes up to `limit` expired links. Returns the count. */
export const dropOldReportLinks = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(sql`
    delete from identity_report_links where ctid in (
      select ctid from identity_report_links where expires_at < to_timestamp(${now} / 1000.0) limit ${limit})`);
