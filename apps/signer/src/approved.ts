import { verifySignature } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { amount, compare } from '@karat/money';
import { approvalText, timedApprovalText } from '@karat/platform/signing';
import type { ApprovalRecord, TimedApproval } from '@karat/platform/signing';
import { Refused } from './transactions.ts';

interface Row {
  readonly id: number;
  readonly type: number;
  readonly currency: number;
  readonly network: string;
  readonly payee: string;
  readonly number: string;
  readonly fee: string;
  readonly state: string;
  readonly approvals: number;
  readonly digest: string;
  readonly held: string;
  readonly pairs: number;
  /** Transactions that two operators gave up. */
  readonly givenUp: readonly string[];
  /** The time that was signed with the stored approval; null in approvals of versions that signed none. */
  readonly timed: TimedApproval | null;
}

/** Reads approvals with a separate read-only connection. */
export type ReadApproved = (id: number) => Promise<Row | undefined>;

export const readApprovedFrom =
  (db: Queries): ReadApproved =>
  (id) =>
    db.maybe<Row>(sql`
      select id, type, currency_id as currency, network, payee, number, fee, state, approvals, digest, held, pairs,
        given_up as "givenUp", approval -> 'timed' as timed
      from withdrawals_signable where id = ${id}`);

const SIGNABLE: ReadonlySet<string> = new Set(['signing', 'broadcast']);
const same = (a: string, b: string): boolean => compare(amount(a), amount(b)) === 0;

export interface Times {
  readonly now: number;
  /** Approvals made from then on must have a time, unix ms; undefined: those of earlier versions are still paid. */
  readonly timedSince: number | undefined;
}

/**
 * Checks the time before which a large payment waits. An approval without one is of an earlier version, unless the row has one:
 * then it was left out on the way.
 */
function checkTime(record: ApprovalRecord, key: Uint8Array, row: Row, { now, timedSince }: Times): void {
  const { timed } = record;
  if (timed === undefined) {
    if (row.timed !== null) throw new Refused('approval_differs');
    if (timedSince !== undefined && record.at >= timedSince) throw new Refused('approval_untimed');
    return;
  }
  const text = Buffer.from(timedApprovalText(record, timed.notBefore));
  if (!verifySignature(key, text, Buffer.from(timed.signature, 'hex')))
    throw new Refused('approval_signature');
  if (timed.notBefore !== null && now < timed.notBefore) throw new Refused('too_early');
}

/**
 * Checks an approval record: the signature of the approval key, and each of its fields against the row that the signer
 * reads itself, with the money held for it in the ledger, its earliest time and, if it takes two operators, their approval of
 * this very digest. Returns the transactions that two operators gave up because they can never confirm.
 */
export async function checkApproved(
  record: ApprovalRecord,
  key: Uint8Array,
  read: ReadApproved,
  times: Times,
): Promise<ReadonlySet<string>> {
  const { payment, signature } = record;
  const text = Buffer.from(approvalText(record));
  if (!verifySignature(key, text, Buffer.from(signature, 'hex'))) throw new Refused('approval_signature');
  if (record.by.length < record.approvals) throw new Refused('approval_people');
  const row = await read(payment.id);
  if (row === undefined) throw new Refused('approval_unknown');
  if (!SIGNABLE.has(row.state)) throw new Refused('approval_state');
  const equal =
    row.digest === record.digest &&
    row.type === payment.type &&
    row.currency === payment.currency &&
    row.network === payment.network &&
    row.payee === payment.payee &&
    same(row.number, payment.number) &&
    same(row.fee, payment.fee);
  if (!equal) throw new Refused('approval_differs');
  if (!same(row.held, payment.number)) throw new Refused('not_held');
  if (row.approvals !== record.approvals || (row.approvals === 2 && row.pairs < 1))
    throw new Refused('approval_people');
  checkTime(record, key, row, times);
  return new Set(row.givenUp);
}
