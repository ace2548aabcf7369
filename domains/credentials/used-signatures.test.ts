import type { Context } from '@karat/platform/context';
import { expect, test } from 'vitest';
import { KEEP_MS, createUsedSignatures } from './used-signatures.ts';

const NOW = 1_000;

/** A table of signatures in memory, as the database returns what is new of a batch. */
function tableOf(fails: (batch: number) => boolean = () => false) {
  const stored = new Set<string>();
  const batches: string[][] = [];
  const expiries: number[] = [];
  const prepared = (_name: string, _text: string, [signatures, expiresAt]: [Buffer[], number]) => {
    const batch = signatures.map((signature) => signature.toString('hex'));
    batches.push(batch);
    expiries.push(expiresAt);
    if (fails(batches.length)) return Promise.reject(new Error('no connection'));
    const fresh = [...new Set(batch)].filter((signature) => !stored.has(signature));
    for (const signature of fresh) stored.add(signature);
    return Promise.resolve(fresh.map((signature) => ({ signature })));
  };
  const context = { db: { prepared }, clock: { now: () => NOW } };
  return { use: createUsedSignatures(context as unknown as Context), batches, expiries };
}

const outcomes = async (uses: readonly Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(uses)).map((each) =>
    each.status === 'fulfilled' ? 'ok' : String((each.reason as Error).message),
  );

test('a signature is accepted once, also where its repetition shares an insert with it', async () => {
  const { use, batches, expiries } = tableOf();
  // The first is inserted at once; the others wait for it and share the next insert.
  expect(await outcomes(['aa', 'bb', 'bb', 'cc', 'aa'].map(use))).toEqual([
    'ok',
    'ok',
    'signature_used',
    'ok',
    'signature_used',
  ]);
  expect(batches).toEqual([['aa'], ['bb', 'bb', 'cc', 'aa']]);
  expect(expiries).toEqual([NOW + KEEP_MS, NOW + KEEP_MS]);
  expect(await outcomes([use('cc'), use('dd')])).toEqual(['signature_used', 'ok']);
});

test('a failed insert fails the requests that shared it, and no later one', async () => {
  const { use } = tableOf((batch) => batch === 2);
  expect(await outcomes(['aa', 'bb', 'cc'].map(use))).toEqual(['ok', 'no connection', 'no connection']);
  expect(await outcomes([use('bb')])).toEqual(['ok']);
});

test('an insert has at most 1,000 signatures, and at most 5,000 wait for the one in progress', async () => {
  const { use, batches } = tableOf();
  const signature = (index: number): string => index.toString(16).padStart(8, '0');
  const found = await outcomes(Array.from({ length: 5_002 }, (_, index) => use(signature(index))));
  expect(found.slice(0, 5_001).every((each) => each === 'ok')).toBe(true);
  expect(found[5_001]).toBe('too_many_requests');
  expect(batches.map((batch) => batch.length)).toEqual([1, ...Array<number>(5).fill(1_000)]);
});
