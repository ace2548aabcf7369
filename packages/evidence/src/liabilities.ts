import { ZERO, amount, format, parse, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { canonicalJson } from './canonical.ts';
import { verifyEd25519 } from './ed25519.ts';
import { bytesFromBase64, bytesOf, keyIdOf, sha256Hex } from './sha256.ts';

/** A node of the Merkle-sum tree of one currency: what the users below it hold, and its hash. */
export interface SumNode {
  readonly sum: Amount;
  /** Lower-case hex. */
  readonly hash: string;
}

/** A sibling on the way from a leaf to the root, and the side on which it stands. */
export interface PathStep extends SumNode {
  readonly side: 'left' | 'right';
}

/** What one user holds of one currency. */
export interface LiabilityLeaf {
  /** 32 hex digits that only the user receives: without them nobody can try amounts. */
  readonly salt: string;
  readonly uid: number;
  readonly currency: string;
  readonly amount: Amount;
}

/** SHA-256 of a text as lower-case hex. A server passes its native one for a million leaves. */
export type TextHash = (text: string) => string;

/** Hash of `0|salt|uid|currency|amount`. */
export const leafNode = (
  { salt, uid, currency, amount: sum }: LiabilityLeaf,
  hash: TextHash = sha256Hex,
): SumNode => ({
  sum,
  hash: hash(`0|${salt}|${uid}|${currency}|${format(sum)}`),
});

/** Hash of `1|left sum|left hash|right sum|right hash`; the sums are added. */
export const innerNode = (left: SumNode, right: SumNode, hash: TextHash = sha256Hex): SumNode => ({
  sum: plus(left.sum, right.sum),
  hash: hash(`1|${format(left.sum)}|${left.hash}|${format(right.sum)}|${right.hash}`),
});

/** The level above: neighbours in pairs; a last node without a neighbour moves up unchanged. */
function levelAbove(nodes: readonly SumNode[], hash: TextHash): SumNode[] {
  const above: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const left = nodes[at];
    const right = nodes[at + 1];
    if (left) above.push(right ? innerNode(left, right, hash) : left);
  }
  return above;
}

/** All levels above nodes, these first and the root alone last; only the nodes themselves if there are none. */
export function levelsOf(
  nodes: readonly SumNode[],
  hash: TextHash = sha256Hex,
): readonly (readonly SumNode[])[] {
  const levels = [nodes];
  for (let top = nodes; top.length > 1;) {
    top = levelAbove(top, hash);
    levels.push(top);
  }
  return levels;
}

/** The root above nodes of one level. Throws RangeError without a node. */
export function rootOf(nodes: readonly SumNode[], hash: TextHash = sha256Hex): SumNode {
  const root = levelsOf(nodes, hash).at(-1)?.[0];
  if (!root) throw new RangeError('a tree without leaves has no root');
  return root;
}

/** The siblings from a node of the lowest level to the root, from below. */
export function pathIn(levels: readonly (readonly SumNode[])[], index: number): PathStep[] {
  const path: PathStep[] = [];
  let at = index;
  for (const level of levels) {
    const isRight = at % 2 === 1;
    const sibling = level[isRight ? at - 1 : at + 1];
    if (sibling) path.push({ ...sibling, side: isRight ? 'left' : 'right' });
    at = Math.floor(at / 2);
  }
  return path;
}

/** The root that a node and its siblings give. Throws RangeError for a negative sum, which could hide a liability. */
export function rootThrough(node: SumNode, path: readonly PathStep[]): SumNode {
  let root = node;
  if (root.sum < ZERO) throw new RangeError('a sum is negative');
  for (const { side, ...sibling } of path) {
    if (sibling.sum < ZERO) throw new RangeError('a sum is negative');
    root = side === 'left' ? innerNode(sibling, root) : innerNode(root, sibling);
  }
  return root;
}

/** What all users together hold of one currency. */
export interface CurrencyLiability {
  readonly currency: string;
  /** Number of users with a balance. */
  readonly holders: number;
  readonly total: string;
  /** Hash of the root; the total is its sum. */
  readonly root: string;
}

/** The statement of one day: every currency of which users hold something. */
export interface LiabilityStatement {
  readonly type: 'karat-liabilities';
  readonly version: 1;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Time at which the balances were read, unix ms. */
  readonly at: number;
  /** Hash of the statement before it; 64 zeros for the first. */
  readonly previous: string;
  readonly currencies: readonly CurrencyLiability[];
}

/** A published statement. Key and signature are those of a receipt: see `SignedReceipt`. */
export interface SignedStatement {
  readonly statement: LiabilityStatement;
  /** SHA-256 of the canonical text. */
  readonly hash: string;
  readonly key: string;
  readonly public_key: string;
  readonly signature: string;
}

/** `previous` of the first statement. */
export const NO_STATEMENT = '0'.repeat(64);

export const statementText = ({ currencies, ...rest }: LiabilityStatement): string =>
  canonicalJson({ ...rest, currencies: currencies.map((each) => ({ ...each })) });

export const statementHash = (text: string): string => sha256Hex(text);

/** The signed text: a line that identifies its type, then the canonical text. */
export const statementBytes = (text: string): Uint8Array => bytesOf(`karat-liabilities-v1\n${text}`);

/** A user's balance in a statement with its way to the root, as sent; amounts as decimal texts. */
export interface InclusionProof {
  readonly currency: string;
  readonly amount: string;
  readonly salt: string;
  readonly path: readonly { readonly side: 'left' | 'right'; readonly sum: string; readonly hash: string }[];
}

/** Checks of a statement, in this order; then one of each balance. */
export const STATEMENT_CHECKS = ['number', 'signature', 'key'] as const;
export type StatementCheckName = (typeof STATEMENT_CHECKS)[number];

export interface StatementCheck {
  readonly name: StatementCheckName;
  /** `open`: no published key is known to compare with. */
  readonly state: 'proved' | 'failed' | 'open';
}

/** Whether a statement is numbered by its hash and signed, and by one of the published keys (base64). */
export async function verifyStatement(
  { statement, hash, key, public_key, signature }: SignedStatement,
  publishedKeys: readonly string[],
): Promise<readonly StatementCheck[]> {
  const text = statementText(statement);
  const keyBytes = bytesFromBase64(public_key);
  const bytes = bytesFromBase64(signature);
  const isSigned =
    keyBytes !== undefined &&
    bytes !== undefined &&
    keyIdOf(keyBytes) === key &&
    (await verifyEd25519(keyBytes, statementBytes(text), bytes));
  return [
    { name: 'number', state: statementHash(text) === hash ? 'proved' : 'failed' },
    { name: 'signature', state: isSigned ? 'proved' : 'failed' },
    {
      name: 'key',
      state: publishedKeys.length === 0 ? 'open' : publishedKeys.includes(public_key) ? 'proved' : 'failed',
    },
  ];
}

const amountIn = (text: string): Amount | undefined => {
  const value = parse(text);
  return value === undefined ? undefined : amount(value);
};

/** Whether a user's balance is part of the total that the statement names. Malformed input returns false. */
export function isIncluded(statement: LiabilityStatement, uid: number, proof: InclusionProof): boolean {
  const stated = statement.currencies.find(({ currency }) => currency === proof.currency);
  const own = amountIn(proof.amount);
  if (!stated || own === undefined) return false;
  const path: PathStep[] = [];
  for (const { side, sum, hash } of proof.path) {
    const value = amountIn(sum);
    if (value === undefined) return false;
    path.push({ side, sum: value, hash });
  }
  try {
    const root = rootThrough(leafNode({ ...proof, uid, amount: own }), path);
    return root.hash === stated.root && format(root.sum) === stated.total;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
