import type { UserId } from '@karat/contract';
import { formulaOf, ownerHash, receiptHash, receiptText, signedBytes } from '@karat/evidence';
import type { Facts, Formula, Receipt, ReceiptTick } from '@karat/evidence';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { insertReceipts, receiptsOf } from './store.ts';
import type { ReceiptRow } from './store.ts';

/** A settlement to be proved by a receipt. */
export interface NewReceipt {
  /** Kind of the subject: `option`, `contract`. Unique together with the subject. */
  readonly kind: string;
  /** The number of the order, position, ... */
  readonly subject: string;
  readonly owner: UserId;
  /** The formula's input of the order, all texts; amounts as decimals. Nothing that identifies the owner. */
  readonly order: Facts;
  /** The chained ticks that decided, in the formula's order: from `market.ticks`. */
  readonly ticks: readonly ReceiptTick[];
  /** Name of a formula of @karat/evidence. */
  readonly formula: string;
  /** The posted result. It must equal the formula's, else the settlement fails. */
  readonly result: Facts;
}

/** A stored receipt. */
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

/** Returns the formula of a receipt. Throws RangeError if its result is not the posted one, which is a bug. */
export function checkResult({ kind, subject, order, ticks, result, formula: id }: NewReceipt): Formula {
  const formula = formulaOf(id);
  if (!formula) throw new RangeError(`${kind} ${subject}: no formula ${id}`);
  if (!sameFacts(formula.result(order, ticks), result))
    throw new RangeError(`${kind} ${subject}: the result is not what ${formula.id} gives`);
  return formula;
}

/** The receipt's text and all its stored columns. Throws if the formula does not give the result, which is a bug. */
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
 * Stores receipts of settlements in their transaction, with one statement. Each is recomputed by its formula before it
 * is signed: another result throws RangeError, and the settlement fails with it. An existing receipt of the same
 * subject is kept; if it has another owner, it throws.
 */
export const issueReceipts = (
  deps: IssueDeps,
  tx: Tx,
  receipts: readonly NewReceipt[],
): Promise<readonly IssuedReceipt[]> => leaveIssued(deps, tx, receipts, deps.ctx.clock.now());

/** The same for settlements of an earlier time, unix ms. */
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

/** Returns the stored receipts where some existed before. */
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
