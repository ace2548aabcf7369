import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { canonicalJson, ownerHash, sha256Hex } from '../src/index.ts';
import type { Canonical } from '../src/index.ts';
import { T0, receiptKey, tickKey } from './vector-keys.ts';
import { feeReceipts } from './vector-fees.ts';
import { launchpadReceipts } from './vector-launchpad.ts';
import { SALT, UID, dualReceipts, signed, validReceipts } from './vector-receipts.ts';
import { tamperedReceipts } from './vector-tampered.ts';
import { ticksCases } from './vector-ticks.ts';

/** Test vectors of docs/receipts.md. Run as a program, this file writes them; the formatter lays them out. */
export const VECTORS_FILE = resolve(import.meta.dirname, '../../../docs/vectors/receipts.json');

const canonicalCases: readonly (readonly [name: string, value: Canonical])[] = [
  ['nothing', {}],
  ['order of names', { b: 1, a: 2, B: 3, aa: 4, '1': 5, '10': 6, '2': 7 }],
  ['escapes', { text: '"\\/\b\t\n\f\r\u0000\u001f\u007f' }],
  ['beyond ASCII', { é: 'ü', '€': '元', '😀': '😀', '\uffee': 'after a surrogate pair' }],
  ['numbers', [0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991]],
  ['nested', { list: [true, false, null, [], {}, ['']] }],
];

/** The content of docs/vectors/receipts.json. */
export function vectors() {
  return {
    keys: [[receiptKey, 'receipts'] as const, [tickKey, 'index-ticks'] as const].map(
      ([{ id, publicKey }, purpose]) => ({
        id,
        purpose,
        algorithm: 'Ed25519',
        public_key: publicKey,
        first_used_ms: T0 * 1000,
      }),
    ),
    seeds: { receipts: receiptKey.seed, 'index-ticks': tickKey.seed },
    canonical: canonicalCases.map(([name, value]) => {
      const text = canonicalJson(value);
      return { name, value, text, hash: sha256Hex(text) };
    }),
    owners: [
      { salt: SALT, uid: UID, owner: ownerHash(SALT, UID) },
      { salt: 'f'.repeat(32), uid: 7, owner: ownerHash('f'.repeat(32), 7) },
    ],
    ticks: ticksCases(),
    receipts: [
      ...[...validReceipts, ...launchpadReceipts, ...feeReceipts].map(([name, receipt]) => ({
        name,
        signed: signed(receipt),
        files: ['simulated'],
        valid: true,
      })),
      ...dualReceipts.map(([name, receipt, file]) => ({
        name,
        signed: signed(receipt),
        files: [file],
        valid: true,
      })),
      ...tamperedReceipts(),
    ],
  };
}

if (import.meta.main) writeFileSync(VECTORS_FILE, JSON.stringify(vectors()));
