import { refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { formulas } from '@karat/evidence';
import type { Receipt } from '@karat/evidence';
import type { Context } from '@karat/platform/context';
import { publishedKeys } from '@karat/platform/crypto';
import type { PublishedKey } from '@karat/platform/crypto';
import type { Handlers } from '@karat/platform/http';
import { receiptByHash, receiptsOfThing } from './store.ts';
import type { ReceiptRow } from './store.ts';

/** The calls about receipts. */
export type ReceiptCalls = Omit<Contract['proofs'], 'proofs/liabilities' | 'proofs/liability_proof'>;
type ReceiptReply = Reply<ReceiptCalls['proofs/receipt']>;

/** A contract that is closed lot by lot has many fills; beyond this limit receipts are read by their numbers. */
const OF_THING_MAX = 100;

function viewOf(row: ReceiptRow, keys: readonly PublishedKey[]): ReceiptReply {
  const key = keys.find(({ id }) => id === row.keyId) ?? refuse('internal_error');
  // This domain wrote the text; the reply contains exactly what was signed, field by field.
  const { order, result, ticks, ...rest } = JSON.parse(row.body) as Receipt;
  return {
    receipt: {
      ...rest,
      order: { ...order },
      result: { ...result },
      ticks: ticks.map((tick) => ({ ...tick })),
    },
    hash: row.hash,
    key: row.keyId,
    public_key: key.publicKey.toString('base64'),
    signature: row.signature,
  };
}

/** Access: a receipt for everyone who knows its number, the salt for its owner only. */
export const proofsHandlers = ({ db }: Pick<Context, 'db'>): Handlers<ReceiptCalls> => ({
  'proofs/receipt': async ({ input }) =>
    viewOf((await receiptByHash(db, input.hash)) ?? refuse('receipt_unknown'), await publishedKeys(db)),
  'proofs/mine': async ({ input, caller }) => {
    const rows = await receiptsOfThing(db, caller.userId, input.kind, input.subject, OF_THING_MAX);
    if (rows.length === 0) return refuse('receipt_unknown');
    const keys = await publishedKeys(db);
    return rows.map((row) => ({ ...viewOf(row, keys), salt: row.salt, uid: caller.userId }));
  },
  'proofs/keys': async () =>
    (await publishedKeys(db)).map(({ id, purpose, publicKey, firstUsedMs }) => ({
      id,
      purpose,
      algorithm: 'Ed25519' as const,
      public_key: publicKey.toString('base64'),
      first_used_ms: firstUsedMs,
    })),
  'proofs/formulas': () => formulas.map(({ id, text }) => ({ id, text })),
});
