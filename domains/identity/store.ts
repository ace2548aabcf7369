import type { ChangedCredential, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Contact } from './contact.ts';

/** Verification state of an account: 0 none, 1 under review, 2 verified, 3 failed. */
export type RealState = 0 | 1 | 2 | 3;

export interface UserRow {
  readonly id: UserId;
  readonly email: string | null;
  readonly phone: string | null;
  readonly areaCode: string | null;
  readonly nickname: string;
  readonly signature: string;
  readonly headPortrait: string | null;
  readonly inviteCode: string;
  readonly inviterId: UserId | null;
  readonly status: 'active' | 'frozen';
  readonly house: boolean;
  /** Whether it is a demo user. */
  readonly demo: boolean;
  readonly vipLevel: number;
  readonly realState: number;
  readonly lang: Lang;
  readonly fiat: string;
  /** The chosen region, ISO 3166-1 alpha-2. */
  readonly region: string | null;
  /** Unix ms. */
  readonly createdMs: number;
  /** Who froze it, and when its owner proved to want it back, unix ms. */
  readonly frozenBy: 'user' | 'operator' | null;
  readonly unfreezeMs: number | null;
  /** The anti-phishing phrase that every email carries. */
  readonly antiPhishing: string | null;
  /** When password or contact last changed, unix ms. */
  readonly credentialMs: number;
}

const columns = sql`id, email, phone, area_code as "areaCode", nickname, signature, head_portrait as "headPortrait",
  invite_code as "inviteCode", inviter_id as "inviterId", status, house_name is not null as house, demo,
  vip_level as "vipLevel", real_state as "realState", lang, fiat, region,
  created_at as "createdMs", frozen_by as "frozenBy", unfreeze_asked_at as "unfreezeMs",
  anti_phishing as "antiPhishing", credential_changed_at as "credentialMs"`;

export const userById = (db: Queries, id: UserId): Promise<UserRow | undefined> =>
  db.maybe<UserRow>(sql`select ${columns} from identity_users where id = ${id}`);

/** Locks an active account until the transaction ends; undefined if it is frozen. */
export const lockActiveUser = (tx: Tx, id: UserId): Promise<UserRow | undefined> =>
  tx.maybe<UserRow>(
    sql`select ${columns} from identity_users where id = ${id} and status = 'active' for update`,
  );

/** Returns the account of an address; demo accounts only in demo mode. */
export const userByEmail = (db: Queries, email: string, demo: boolean): Promise<UserRow | undefined> =>
  db.maybe<UserRow>(
    sql`select ${columns} from identity_users where email = ${email} and (not demo or ${demo}::boolean)`,
  );

export const usersById = (db: Queries, ids: readonly UserId[]): Promise<UserRow[]> =>
  db.rows<UserRow>(sql`select ${columns} from identity_users where id = any(${ids}) order by id`);

/** Columns of a login. */
export interface Credential {
  readonly id: UserId;
  readonly passwordHash: string;
  readonly status: 'active' | 'frozen';
  readonly antiPhishing: string | null;
  readonly lang: Lang;
}

/** Demo accounts have public passwords: outside of demo mode the query excludes them. */
export const credentialOf = (db: Queries, target: Contact, demo: boolean): Promise<Credential | undefined> =>
  db.maybe<Credential>(sql`
    select id, password_hash as "passwordHash", status, anti_phishing as "antiPhishing", lang from identity_users
    where ${target.kind === 'email' ? sql`email` : sql`phone`} = ${target.value}
      and password_hash is not null and (not demo or ${demo}::boolean)`);

/** Returns the phone of the only account among these numbers; undefined if there are none or several. */
export async function phoneAmong(
  db: Queries,
  numbers: readonly string[],
  demo: boolean,
): Promise<string | undefined> {
  const rows = await db.rows<{ phone: string }>(sql`
    select phone from identity_users where phone = any(${numbers}) and (not demo or ${demo}::boolean) limit 2`);
  return rows.length === 1 ? rows[0]?.phone : undefined;
}

/**
 * Locks an account against changes until the transaction ends; false if its password or status has changed since it
 * was read.
 */
export const lockCredential = async (tx: Tx, credential: Credential): Promise<boolean> => {
  const same = sql`
    select 1 from identity_users
    where id = ${credential.id} and password_hash = ${credential.passwordHash} and status = ${credential.status}
    for share`;
  return (await tx.maybe(same)) !== undefined;
};

/** Locks an active account against a freeze until the transaction ends; false if it is not active. */
export const holdActive = async (tx: Tx, id: UserId, demo: boolean): Promise<boolean> => {
  const active = sql`
    select 1 from identity_users where id = ${id} and status = 'active' and (not demo or ${demo}::boolean) for share`;
  return (await tx.maybe(active)) !== undefined;
};

export const inviterByCode = (db: Queries, code: string): Promise<{ readonly id: UserId } | undefined> =>
  db.maybe(
    sql`select id from identity_users where invite_code = ${code} and house_name is null and status = 'active'`,
  );

export interface NewUser {
  readonly contact: Contact;
  readonly passwordHash: string;
  readonly inviteCode: string;
  readonly inviterId: UserId | null;
  readonly lang: Lang;
  readonly fiat: string;
  readonly demo: boolean;
  readonly now: number;
}

/** Opens an account; undefined if its contact or invite code is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserId | undefined> {
  const { contact } = user;
  const row = await tx.maybe<{ id: UserId }>(sql`
    with next as (select nextval('identity_user_ids') as id)
    insert into identity_users (id, email, phone, area_code, nickname, invite_code, inviter_id, password_hash,
      credential_changed_at, demo, lang, fiat, created_at)
    select next.id, ${contact.kind === 'email' ? contact.value : null},
      ${contact.kind === 'phone' ? contact.value : null}, ${contact.kind === 'phone' ? contact.areaCode : null},
      'K' || next.id, ${user.inviteCode}, ${user.inviterId}, ${user.passwordHash},
      to_timestamp(${user.now} / 1000.0), ${user.demo}, ${user.lang}, ${user.fiat}, to_timestamp(${user.now} / 1000.0)
    from next
    on conflict do nothing
    returning id`);
  return row?.id;
}

/** Finds or opens the house account of a name. Its id lies below those of users. */
export async function houseUser(
  tx: Tx,
  name: string,
  inviteCode: string,
  fiat: string,
  now: number,
): Promise<UserId> {
  const find = sql`select id from identity_users where house_name = ${name}`;
  const found = await tx.maybe<{ id: UserId }>(find);
  if (found) return found.id;
  await tx.run(sql`
    insert into identity_users (id, nickname, invite_code, credential_changed_at, house_name, lang, fiat, created_at)
    values (nextval('identity_house_ids'), ${name}, ${inviteCode}, to_timestamp(${now} / 1000.0), ${name}, 'en', ${fiat},
      to_timestamp(${now} / 1000.0))
    on conflict (house_name) do nothing`);
  return (await tx.one<{ id: UserId }>(find)).id;
}

export interface CredentialChange {
  readonly what: ChangedCredential;
  /** Unix ms. */
  readonly atMs: number;
}

/** The last change since the account was opened. */
export const credentialChange = (db: Queries, id: UserId): Promise<CredentialChange | undefined> =>
  db.maybe<CredentialChange>(sql`
    select credential_change as what, credential_changed_at as "atMs" from identity_users
    where id = ${id} and credential_change is not null`);

export const noteCredentialChange = (
  tx: Tx,
  id: UserId,
  what: ChangedCredential,
  now: number,
): Promise<number> =>
  tx.run(sql`
    update identity_users set credential_change = ${what}, credential_changed_at = to_timestamp(${now} / 1000.0)
    where id = ${id}`);

export const setPassword = (tx: Tx, id: UserId, passwordHash: string, now: number): Promise<number> =>
  tx.run(sql`
    update identity_users set password_hash = ${passwordHash}, credential_change = 'password',
      credential_changed_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and house_name is null`);

/** Stores the hash of the same password at another cost. No credential change; false if the password has changed. */
export const rehashPassword = (db: Queries, id: UserId, before: string, after: string): Promise<number> =>
  db.run(
    sql`update identity_users set password_hash = ${after} where id = ${id} and password_hash = ${before}`,
  );

export interface ProfileChange {
  readonly nickname?: string | undefined;
  readonly signature?: string | undefined;
  readonly headPortrait?: string | undefined;
  readonly lang?: Lang | undefined;
  readonly fiat?: string | undefined;
  readonly region?: string | undefined;
}

/** Updates the given fields of an account and returns it. */
export const updateProfile = (db: Queries, id: UserId, change: ProfileChange): Promise<UserRow> =>
  db.one<UserRow>(sql`
    update identity_users set
      nickname = coalesce(${change.nickname ?? null}, nickname),
      signature = coalesce(${change.signature ?? null}, signature),
      head_portrait = coalesce(${change.headPortrait ?? null}, head_portrait),
      lang = coalesce(${change.lang ?? null}, lang),
      fiat = coalesce(${change.fiat ?? null}, fiat),
      region = coalesce(${change.region ?? null}, region)
    where id = ${id} returning ${columns}`);

export const freeze = (tx: Tx, id: UserId, by: 'user' | 'operator'): Promise<number> =>
  tx.run(sql`
    update identity_users set status = 'frozen', frozen_by = ${by}, unfreeze_asked_at = null
    where id = ${id} and house_name is null and status = 'active'`);

export const unfreeze = (tx: Tx, id: UserId): Promise<number> =>
  tx.run(sql`
    update identity_users set status = 'active', frozen_by = null, unfreeze_asked_at = null
    where id = ${id} and status = 'frozen'`);

/** Records when the owner of a frozen account first proved to want it back. */
export const saveUnfreezeRequest = (tx: Tx, id: UserId, now: number): Promise<number> =>
  tx.run(sql`
    update identity_users set unfreeze_asked_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and status = 'frozen' and unfreeze_asked_at is null`);

/** Returns frozen accounts whose owners want them back, the longest waiting first. */
export async function unfreezeRequests(
  db: Queries,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: UserRow[]; readonly total: number }> {
  const rows = await db.rows<UserRow>(sql`
    select ${columns} from identity_users where unfreeze_asked_at is not null
    order by unfreeze_asked_at, id limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from identity_users where unfreeze_asked_at is not null`,
  );
  return { rows, total };
}

/** Replaces the account's email or phone; false if another account has the contact. */
export const saveContact = async (tx: Tx, id: UserId, target: Contact): Promise<boolean> => {
  const change =
    target.kind === 'email'
      ? sql`email = ${target.value}`
      : sql`phone = ${target.value}, area_code = ${target.areaCode}`;
  const free =
    target.kind === 'email'
      ? sql`select 1 from identity_users where email = ${target.value}`
      : sql`select 1 from identity_users where phone = ${target.value}`;
  return (
    (await tx.run(
      sql`update identity_users set ${change} where id = ${id} and house_name is null and not exists (${free})`,
    )) === 1
  );
};

/** Removes the email or phone; false if it is the only contact. */
export const unlinkContact = async (tx: Tx, id: UserId, kind: 'email' | 'phone'): Promise<boolean> => {
  const change =
    kind === 'email'
      ? sql`update identity_users set email = null where id = ${id} and phone is not null`
      : sql`update identity_users set phone = null, area_code = null where id = ${id} and email is not null`;
  return (await tx.run(change)) === 1;
};

export const setAntiPhishing = (tx: Tx, id: UserId, text: string): Promise<number> =>
  tx.run(sql`update identity_users set anti_phishing = ${text} where id = ${id} and house_name is null`);

/** Stores the verification state of the account; true if it changed. */
export const setRealState = async (tx: Tx, id: UserId, state: RealState): Promise<boolean> =>
  (await tx.run(
    sql`update identity_users set real_state = ${state} where id = ${id} and real_state <> ${state}`,
  )) > 0;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const matching = (keyword: string) => {
  const like = `%${escapeLike(keyword.toLowerCase())}%`;
  return keyword === ''
    ? sql`true`
    : sql`(id::text = ${keyword} or email like ${like} or phone like ${like} or lower(nickname) like ${like})`;
};

/** Returns when the newest session of an account was last used. */
const seen = sql`(select max(s.seen_at) from identity_sessions s where s.user_id = identity_users.id) as "seenMs"`;

/** Columns of a password comparison. */
export const passwordHashOf = async (db: Queries, id: UserId): Promise<string | undefined> => {
  const row = await db.maybe<{ hash: string | null }>(
    sql`select password_hash as hash from identity_users where id = ${id}`,
  );
  return row?.hash ?? undefined;
};

/** Returns accounts for operators, newest first, whose UID, email, phone or nickname matches the keyword. */
export async function searchUsers(
  db: Queries,
  page: { readonly keyword: string; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: (UserRow & { readonly seenMs: number | null })[]; readonly total: number }> {
  const where = matching(page.keyword.trim());
  const rows = await db.rows<UserRow & { readonly seenMs: number | null }>(sql`
    select ${columns}, ${seen} from identity_users where ${where}
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from identity_users where ${where}`,
  );
  return { rows, total };
}

export const userForOperators = (
  db: Queries,
  id: UserId,
): Promise<(UserRow & { readonly seenMs: number | null }) | undefined> =>
  db.maybe(sql`select ${columns}, ${seen} from identity_users where id = ${id}`);
