import { generateKeyPairSync, sign } from 'node:crypto';
import { amount, format, plus } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  NO_STATEMENT,
  innerNode,
  isIncluded,
  leafNode,
  levelsOf,
  pathIn,
  rootOf,
  rootThrough,
  statementBytes,
  statementHash,
  statementText,
  verifyStatement,
} from './liabilities.ts';
import type { InclusionProof, LiabilityLeaf, LiabilityStatement } from './liabilities.ts';
import { keyIdOf, sha256Hex } from './sha256.ts';

const leaf = (uid: number, held: string): LiabilityLeaf => ({
  salt: sha256Hex(String(uid)).slice(0, 32),
  uid,
  currency: 'USDT',
  amount: amount(held),
});

const LEAVES = [leaf(100_001, '12.5'), leaf(100_002, '0.000001'), leaf(100_003, '7')];

/** The statement about the leaves, and the proof of one of them. */
function stated(leaves: readonly LiabilityLeaf[], index: number) {
  const nodes = leaves.map((each) => leafNode(each));
  const root = rootOf(nodes);
  const statement: LiabilityStatement = {
    type: 'karat-liabilities',
    version: 1,
    day: '2026-11-22',
    at: 1_795_305_600_000,
    previous: NO_STATEMENT,
    currencies: [{ currency: 'USDT', holders: leaves.length, total: format(root.sum), root: root.hash }],
  };
  const own = leaves[index] ?? expect.fail('no such leaf');
  const proof: InclusionProof = {
    currency: own.currency,
    amount: format(own.amount),
    salt: own.salt,
    path: pathIn(levelsOf(nodes), index).map((step) => ({ ...step, sum: format(step.sum) })),
  };
  return { statement, proof, uid: own.uid };
}

test('hashes follow the published texts', () => {
  const [a, b] = LEAVES.map((each) => leafNode(each));
  if (!a || !b) throw new Error('two leaves expected');
  expect(a.hash).toBe(sha256Hex(`0|${LEAVES[0]?.salt}|100001|USDT|12.5`));
  expect(innerNode(a, b)).toEqual({
    sum: amount('12.500001'),
    hash: sha256Hex(`1|12.5|${a.hash}|0.000001|${b.hash}`),
  });
});

test('every leaf of a tree of any size leads to its root, whose sum is that of all leaves', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 10n ** 20n), { minLength: 1, maxLength: 70 }), (amounts) => {
      const leaves = amounts.map((value, at) => ({ ...leaf(100_001 + at, '0'), amount: amount(value) }));
      const nodes = leaves.map((each) => leafNode(each));
      const root = rootOf(nodes);
      expect(root.sum).toBe(leaves.reduce((sum, each) => plus(sum, each.amount), amount(0n)));
      for (const [index, node] of nodes.entries())
        expect(rootThrough(node, pathIn(levelsOf(nodes), index))).toEqual(root);
    }),
  );
});

test('the roots of groups of a power of two give the same root', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 4 }), (count, level) => {
      const nodes = Array.from({ length: count }, (_, at) => leafNode(leaf(100_001 + at, String(at + 1))));
      const size = 2 ** level;
      const groups = Array.from({ length: Math.ceil(count / size) }, (_, at) =>
        rootOf(nodes.slice(at * size, (at + 1) * size)),
      );
      expect(rootOf(groups)).toEqual(rootOf(nodes));
    }),
  );
});

test('a balance is included only with its own amount, user, salt and path', () => {
  const { statement, proof, uid } = stated(LEAVES, 1);
  expect(isIncluded(statement, uid, proof)).toBe(true);
  expect(isIncluded(statement, uid + 1, proof)).toBe(false);
  expect(isIncluded(statement, uid, { ...proof, amount: '0.000002' })).toBe(false);
  expect(isIncluded(statement, uid, { ...proof, salt: '0'.repeat(32) })).toBe(false);
  expect(isIncluded(statement, uid, { ...proof, currency: 'BTC' })).toBe(false);
  expect(isIncluded(statement, uid, { ...proof, path: proof.path.slice(1) })).toBe(false);
  const [first, ...rest] = proof.path;
  if (!first) throw new Error('a path expected');
  const turned = { ...first, side: first.side === 'left' ? ('right' as const) : ('left' as const) };
  expect(isIncluded(statement, uid, { ...proof, path: [turned, ...rest] })).toBe(false);
});

test('a total that is too low is not proved', () => {
  const { statement, proof, uid } = stated(LEAVES, 0);
  const lower = statement.currencies.map((each) => ({ ...each, total: '12.5' }));
  expect(isIncluded({ ...statement, currencies: lower }, uid, proof)).toBe(false);
});

test('a negative sum, which would hide a liability, is refused', () => {
  const debt = { sum: amount(-5n), hash: 'ab' };
  const node = leafNode(leaf(100_001, '3'));
  expect(() => rootThrough(node, [{ ...debt, side: 'left' }])).toThrow(RangeError);
  const { statement, uid, proof } = stated([leaf(100_001, '3')], 0);
  expect(isIncluded(statement, uid, { ...proof, path: [{ side: 'left', sum: '-1', hash: 'ab' }] })).toBe(
    false,
  );
  expect(isIncluded(statement, uid, { ...proof, path: [{ side: 'left', sum: 'x', hash: 'ab' }] })).toBe(
    false,
  );
});

test('a statement is numbered by its text and signed with a published key', async () => {
  const { statement } = stated(LEAVES, 0);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const text = statementText(statement);
  const signed = {
    statement,
    hash: statementHash(text),
    key: keyIdOf(raw),
    public_key: raw.toString('base64'),
    signature: sign(null, statementBytes(text), privateKey).toString('base64'),
  };
  const states = async (of: typeof signed, keys: readonly string[]) =>
    (await verifyStatement(of, keys)).map(({ state }) => state);
  expect(await states(signed, [signed.public_key])).toEqual(['proved', 'proved', 'proved']);
  expect(await states(signed, [])).toEqual(['proved', 'proved', 'open']);
  expect(await states(signed, ['other'])).toEqual(['proved', 'proved', 'failed']);
  const changed = { ...signed, statement: { ...statement, day: '2026-11-23' } };
  expect(await states(changed, [signed.public_key])).toEqual(['failed', 'failed', 'proved']);
  const statesOf = async (more: Partial<typeof signed>) =>
    states({ ...signed, ...more }, [signed.public_key]);
  expect(await statesOf({ key: '0'.repeat(16) })).toEqual(['proved', 'failed', 'proved']);
  expect(await statesOf({ signature: 'x' })).toEqual(['proved', 'failed', 'proved']);
  expect(await statesOf({ public_key: 'x' })).toEqual(['proved', 'failed', 'failed']);
  expect((await verifyStatement(signed, [])).map(({ name }) => name)).toEqual(['number', 'signature', 'key']);
});

test('the hashed text of a statement is the documented one', () => {
  const { statement } = stated([leaf(100_001, '3')], 0);
  const [held] = statement.currencies;
  expect(statementText(statement)).toBe(
    `{"at":1795305600000,"currencies":[{"currency":"USDT","holders":1,"root":"${held?.root}","total":"3"}],` +
      `"day":"2026-11-22","previous":"${NO_STATEMENT}","type":"karat-liabilities","version":1}`,
  );
});

test('sums of zero belong to a tree, a tree without leaves has no root, and a negative leaf is refused', () => {
  const nothing = { sum: amount(0n), hash: 'ab' };
  expect(rootThrough(nothing, [{ ...nothing, side: 'right' }]).sum).toBe(0n);
  expect(() => rootOf([])).toThrow('a tree without leaves has no root');
  expect(() => rootThrough({ sum: amount(-1n), hash: 'ab' }, [])).toThrow('a sum is negative');
  expect(() => rootThrough(nothing, [{ sum: amount(-1n), hash: 'ab', side: 'left' }])).toThrow(
    'a sum is negative',
  );
  expect(pathIn([[nothing, nothing]], 0).map(({ side }) => side)).toEqual(['right']);
});

test('a balance is proved by the root of its own currency; an amount that is none, or below zero, by nothing', () => {
  const { statement, proof, uid } = stated([leaf(100_001, '3')], 0);
  const [held] = statement.currencies;
  const other = { currency: 'BTC', holders: 1, total: '3', root: 'ab' };
  const both = { ...statement, currencies: held ? [other, held] : [] };
  expect(isIncluded(both, uid, proof)).toBe(true);
  expect(isIncluded(statement, uid, { ...proof, amount: 'x' })).toBe(false);
  expect(isIncluded(statement, uid, { ...proof, amount: '-3' })).toBe(false);
});
