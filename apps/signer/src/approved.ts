import { verifySignature } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { amount, compare } from '@karat/money';
import { approvalText } from '@karat/platform/signing';
import type { ApprovalRecord } from '@karat/platform/signing';
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
}

/** Reads approvals with a separate read-only connection. */
export type ReadApproved = (id: number) => Promise<Row | undefined>;

export const readApprovedFrom =
  (db: Queries): ReadApproved =>
  (id) =>
    db.maybe<Row>(sql`
      select id, type, currency_id as currency, network, payee, number, fee, state, approvals, digest, held, pairs,
        given_up as "givenUp"
      from withdrawals_signable where id = ${id}`);

const SIGNABLE: ReadonlySet<string> = new Set(['signing', 'broadcast']);
const same = (a: string, b: string): boolean => compare(amount(a), amount(b)) === 0;

/**
 * Checks an approval record: the signature of the approval key, and each of its fields against the row that the signer
 * reads itself, with the money held for it in the ledger and, if it takes two operators, their approval of this very
 * digest. Returns the transactions that two operators gave up because they can never confirm.
 */
export async function checkApproved(
  record: ApprovalRecord,
  key: Uint8Array,
  read: ReadApproved,
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
  return new Set(row.givenUp);
}
