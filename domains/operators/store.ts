import type { OperatorRole } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Presentation } from './presentation.ts';
import type { Payload } from './rules.ts';

export interface OperatorRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly lang: Lang;
  readonly password_hash: string;
  readonly totp_secret: string;
  readonly totp_step: number;
}

export interface SessionRow {
  readonly id: number;
  readonly operator_id: number;
  readonly login: string;
  readonly role: OperatorRole;
  readonly created_ms: number;
  readonly seen_ms: number;
  readonly ended: boolean;
  readonly has_passkey: boolean;
}

export type ApprovalState = 'asked' | 'approved' | 'refused' | 'expired';

export interface ApprovalRow {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly digest: string;
  /** Presentation at the request, then at the approval; null for older requests. */
  readonly presentation: Presentation | null;
  readonly reason: string;
  readonly asked_by_id: number;
  readonly asked_by: string;
  readonly decided_by: string | null;
  readonly state: ApprovalState;
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly decided_ms: number | null;
}

/** Maximum rows of the list of operators. */
const OPERATORS_MAX = 1_000;

const operatorColumns = sql`id, login, name, role, lang, password_hash, totp_secret, totp_step`;

/** Locks the row, so that no code is accepted twice and attempts are counted one by one. */
export const operatorForLogin = (tx: Tx, login: string): Promise<OperatorRow | undefined> =>
  tx.maybe<OperatorRow>(
    sql`select ${operatorColumns} from operators_accounts where login = ${login} and not disabled for update`,
  );

/** Reads without a lock, to compare a password before the transaction begins. */
export const operatorByLogin = (q: Queries, login: string): Promise<OperatorRow | undefined> =>
  q.maybe<OperatorRow>(
    sql`select ${operatorColumns} from operators_accounts where login = ${login} and not disabled`,
  );

export const operatorForUpdate = (tx: Tx, id: number): Promise<OperatorRow | undefined> =>
  tx.maybe<OperatorRow>(
    sql`select ${operatorColumns} from operators_accounts where id = ${id} and not disabled for update`,
  );

export const operatorById = (q: Queries, id: number): Promise<OperatorRow> =>
  q.one<OperatorRow>(sql`select ${operatorColumns} from operators_accounts where id = ${id}`);

export const insertOperator = (
  tx: Tx,
  row: {
    login: string;
    name: string;
    role: OperatorRole;
    passwordHash: string;
    totpSecret: string;
    at: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into operators_accounts (login, name, role, password_hash, totp_secret, created_at)
    values (${row.login}, ${row.name}, ${row.role}, ${row.passwordHash}, ${row.totpSecret}, to_timestamp(${row.at} / 1000.0))
    on conflict (login) do nothing`);

export const listOperators = (
  q: Queries,
): Promise<{ login: string; name: string; role: OperatorRole; disabled: boolean }[]> =>
  q.rows(
    sql`select login, name, role, disabled from operators_accounts order by login limit ${OPERATORS_MAX}`,
  );

export const renewOperator = (
  tx: Tx,
  id: number,
  { passwordHash, totpSecret }: { passwordHash: string; totpSecret: string },
): Promise<number> =>
  tx.run(sql`
    update operators_accounts
    set password_hash = ${passwordHash}, totp_secret = ${totpSecret}
    where id = ${id}`);

/** Deletes the devices of an operator. */
export const dropDevices = (tx: Tx, operator: number): Promise<number> =>
  tx.run(sql`delete from operators_devices where operator_id = ${operator}`);

export const disableOperator = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update operators_accounts set disabled = true where id = ${id}`);

export const endSessionsOf = (tx: Tx, operator: number, at: number): Promise<number> =>
  tx.run(sql`
    update operators_sessions set ended_at = to_timestamp(${at} / 1000.0)
    where operator_id = ${operator} and ended_at is null`);

/** Stores the time step of an accepted code, which then is invalid. */
export const noteStep = (tx: Tx, id: number, step: number): Promise<number> =>
  tx.run(sql`update operators_accounts set totp_step = ${step} where id = ${id}`);

/** `hashKey`: mark of the hash key that the token is tagged with. */
export const insertSession = (
  tx: Tx,
  operatorId: number,
  token: { readonly hash: Uint8Array; readonly hashKey: string | null },
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into operators_sessions (operator_id, token_hash, hash_key, created_at, seen_at)
    values (${operatorId}, ${token.hash}, ${token.hashKey}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0))`);

export const sessionByToken = (q: Queries, tokenHash: Uint8Array): Promise<SessionRow | undefined> =>
  q.maybe<SessionRow>(sql`
    select s.id, s.operator_id, o.login, o.role, s.created_at as created_ms, s.seen_at as seen_ms, s.ended_at is not null as ended,
      exists (select 1 from operators_passkeys p where p.operator_id = o.id) as has_passkey
    from operators_sessions s join operators_accounts o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and not o.disabled`);

export const touchSession = (q: Queries, id: number, at: number): Promise<number> =>
  q.run(sql`update operators_sessions set seen_at = to_timestamp(${at} / 1000.0) where id = ${id}`);

export const endSession = (q: Queries, id: number, at: number): Promise<number> =>
  q.run(
    sql`update operators_sessions set ended_at = to_timestamp(${at} / 1000.0) where id = ${id} and ended_at is null`,
  );

const approvalColumns = sql`
  a.id, a.kind, a.subject, a.payload, a.digest, a.presentation, a.reason, a.asked_by as asked_by_id, asker.login as asked_by,
  decider.login as decided_by, a.state, a.created_at as created_ms, a.expires_at as expires_ms, a.decided_at as decided_ms`;
const approvalTables = sql`
  operators_approvals a join operators_accounts asker on asker.id = a.asked_by
  left join operators_accounts decider on decider.id = a.decided_by`;

export async function insertApproval(
  tx: Tx,
  row: {
    kind: string;
    subject: string;
    payload: Payload;
    digest: string;
    presentation: Presentation;
    reason: string;
    askedBy: number;
    at: number;
    expires: number;
  },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into operators_approvals (kind, subject, payload, digest, presentation, reason, asked_by, created_at, expires_at)
    values (${row.kind}, ${row.subject}, ${JSON.stringify(row.payload)}::jsonb, ${row.digest},
            ${JSON.stringify(row.presentation)}::jsonb, ${row.reason}, ${row.askedBy},
            to_timestamp(${row.at} / 1000.0), to_timestamp(${row.expires} / 1000.0))
    returning id`);
  return id;
}

export const lockApproval = (tx: Tx, id: number): Promise<ApprovalRow | undefined> =>
  tx.maybe<ApprovalRow>(
    sql`select ${approvalColumns} from ${approvalTables} where a.id = ${id} for update of a`,
  );

export const approvalById = (q: Queries, id: number): Promise<ApprovalRow> =>
  q.one<ApprovalRow>(sql`select ${approvalColumns} from ${approvalTables} where a.id = ${id}`);

export const decide = (tx: Tx, id: number, state: ApprovalState, by: number, at: number): Promise<number> =>
  tx.run(sql`
    update operators_approvals set state = ${state}, decided_by = ${by}, decided_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and state = 'asked'`);

/** Stores the presentation that the second operator reviewed. */
export const savePresentation = (tx: Tx, id: number, presentation: Presentation): Promise<number> =>
  tx.run(sql`
    update operators_approvals set presentation = ${JSON.stringify(presentation)}::jsonb where id = ${id}`);

export const expireApprovals = (q: Queries, now: number): Promise<number> =>
  q.run(sql`
    update operators_approvals set state = 'expired'
    where state = 'asked' and expires_at <= to_timestamp(${now} / 1000.0)`);

export interface ApprovalFilter {
  readonly state?: ApprovalState | undefined;
  readonly kind?: string | undefined;
}

export const approvals = (
  q: Queries,
  { state, kind }: ApprovalFilter,
  limit: number,
  offset: number,
): Promise<ApprovalRow[]> =>
  q.rows<ApprovalRow>(sql`
    select ${approvalColumns} from ${approvalTables}
    where true ${state ? sql`and a.state = ${state}` : empty} ${kind ? sql`and a.kind = ${kind}` : empty}
    order by a.id desc limit ${limit} offset ${offset}`);

export const countApprovals = async (q: Queries, { state, kind }: ApprovalFilter): Promise<number> =>
  (
    await q.one<{ n: number }>(sql`
      select count(*) as n from operators_approvals a
      where true ${state ? sql`and a.state = ${state}` : empty} ${kind ? sql`and a.kind = ${kind}` : empty}`)
  ).n;

/** Returns the names of paused bots. */
export const pausedBots = async (q: Queries): Promise<string[]> =>
  (await q.rows<{ name: string }>(sql`select name from operators_paused_bots order by name`)).map(
    (row) => row.name,
  );

export const saveBotPaused = (tx: Tx, name: string, at: number): Promise<number> =>
  tx.run(sql`
    insert into operators_paused_bots (name, paused_at) values (${name}, to_timestamp(${at} / 1000.0))
    on conflict (name) do nothing`);

export const deleteBotPaused = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`delete from operators_paused_bots where name = ${name}`);
