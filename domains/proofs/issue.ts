import type { UserId } from '@karat/contract';
import { formulaOf, ownerHash, receiptHash, receiptText, signedBytes } from '@karat/evidence';
import type { Facts, Formula, Receipt, ReceiptTick } from '@karat/evidence';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { insertReceipts, receiptsOf } from './store.ts';
import type { ReceiptRow } from './store.ts';

/** A settlement that leaves a receipt. */
export interface NewReceipt {
  /** What it is about: `option`, `contract`. Unique together with the subject. */
  readonly kind: string;
  /** The number of the order, position, ... */
  readonly subject: string;
  readonly owner: UserId;
  /** What the formula reads of the order, all texts; amounts as decimals. Nothing that says who the owner is. */
  readonly order: Facts;
  /** The chained ticks that decided, in the formula's order: from `market.ticks`. */
  readonly ticks: readonly ReceiptTick[];
  /** Name of a formula of @karat/evidence. */
  readonly formula: string;
  /** What was booked. It must be what the formula gives, else nothing is settled. */
  readonly result: Facts;
}

/** A receipt that stands. */
export interface IssuedReceipt {
  readonly kind: string;
  readonly subject: string;
  /** Its public number. */
  readonly hash: string;
}

export interface IssueDeps {
  readonly ctx: Pick<Context, 'clock' | 'random'>;
  readonly signer: Signer;
}

const SALT_BYTES = 16;
const sameFacts = (a: Facts, b: Facts): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** The formula of a receipt, if it gives the result that was booked; else that is a bug and throws RangeError. */
export function checkResult({ kind, subject, order, ticks, result, formula: id }: NewReceipt): Formula {
  const formula = formulaOf(id);
  if (!formula) throw new RangeError(`${kind} ${subject}: no formula ${id}`);
  if (!sameFacts(formula.result(order, ticks), result))
    throw new RangeError(`${kind} ${subject}: the result is not what ${formula.id} gives`);
  return formula;
}

/** The receipt's text and everything that is kept of it. A result that its formula does not give is a bug and throws. */
function written({ signer }: IssueDeps, wanted: NewReceipt, salt: string, issued: number): ReceiptRow {
  const { kind, subject, owner, order, ticks, result } = wanted;
  const formula = checkResult(wanted);
  const receipt: Receipt = {
    type: 'karat-receipt',
    version: 1,
    kind,
    subject,
    owner: ownerHash(salt, owner),
    issued,
    order,
    ticks,
    formula: { id: formula.id, text: formula.text },
    result,
  };
  const body = receiptText(receipt);
  return {
    kind,
    subject,
    userId: owner,
    salt,
    body,
    hash: receiptHash(body),
    keyId: signer.keyId,
    signature: signer.sign(signedBytes(body)).toString('base64'),
    issuedMs: issued,
  };
}

/**
 * Leaves receipts of settlements in their transaction, with one statement. Each is computed again by its formula before it is
 * signed: a result that does not follow throws RangeError and with it the settlement. A thing that has its receipt already
 * keeps it; if that one is of another owner, it throws.
 */
export const issueReceipts = (
  deps: IssueDeps,
  tx: Tx,
  receipts: readonly NewReceipt[],
): Promise<readonly IssuedReceipt[]> => leaveIssued(deps, tx, receipts, deps.ctx.clock.now());

/** The same for settlements of an earlier moment, unix ms. */
export async function leaveIssued(
  deps: IssueDeps,
  tx: Tx,
  receipts: readonly NewReceipt[],
  issued: number,
): Promise<readonly IssuedReceipt[]> {
  if (receipts.length === 0) return [];
  const salts = Buffer.from(deps.ctx.random.bytes(SALT_BYTES * receipts.length)).toString('hex');
  const digits = SALT_BYTES * 2;
  const rows = receipts.map((receipt, index) =>
    written(deps, receipt, salts.slice(index * digits, (index + 1) * digits), issued),
  );
  if ((await insertReceipts(tx, rows)) === rows.length)
    return rows.map(({ kind, subject, hash }) => ({ kind, subject, hash }));
  return existingReceipts(tx, rows);
}

/** Those that stand where some were there before. */
async function existingReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<readonly IssuedReceipt[]> {
  const found = await receiptsOf(
    tx,
    rows.map((row) => row.kind),
    rows.map((row) => row.subject),
  );
  const byName = new Map(found.map((row) => [`${row.kind} ${row.subject}`, row]));
  return rows.map(({ kind, subject, userId }) => {
    const there = byName.get(`${kind} ${subject}`);
    if (there?.userId !== userId) throw new Error(`${kind} ${subject} has a receipt of another owner`);
    return { kind, subject, hash: there.hash };
  });
}
