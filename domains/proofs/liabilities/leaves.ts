import { createHmac, createSecretKey, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { leafNode, levelsOf } from '@karat/evidence';
import type { SumNode } from '@karat/evidence';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';

/** Leaves below one stored node: a power of two, so that the tree above the nodes is the tree above all leaves. */
export const GROUP = 256;
/** Leaves hashed before other work of the process gets a turn. */
const HASHED_TOGETHER = 64;

/** SHA-256 of a text in hex: some eight times as fast as the one that browsers share. */
export const sha256 = (text: string): string => hash('sha256', text);

export interface Holder {
  readonly userId: UserId;
  readonly amount: Amount;
}

/** A holder with what the secret of the day adds. */
export interface SaltedHolder extends Holder {
  /** Leaves are ordered by it: neighbours in the tree say nothing about neighbours in time. */
  readonly orderKey: string;
  readonly salt: string;
}

/** Returns the secret of a day as a key: an HMAC with a key costs a sixth of one with bytes. */
export const saltKey = (secret: Buffer): KeyObject => createSecretKey(secret);

/** Order key and salt of a user's leaf: parts of HMAC-SHA-256 of `currency|uid` with the secret of the day. */
export function saltOf(
  key: KeyObject,
  currency: string,
  user: UserId,
): Pick<SaltedHolder, 'orderKey' | 'salt'> {
  const digest = createHmac('sha256', key).update(`${currency}|${user}`).digest('hex');
  return { orderKey: digest.slice(0, 32), salt: digest.slice(32) };
}

/** The node of a user's leaf. */
export const nodeOf = (currency: string, holder: SaltedHolder): SumNode =>
  leafNode({ salt: holder.salt, uid: holder.userId, currency, amount: holder.amount }, sha256);

/** Neighbouring leaves with the node above them. */
export interface LeafGroup {
  readonly position: number;
  readonly firstKey: string;
  readonly node: SumNode;
  readonly leaves: string;
}

/** Hex digits of the order key that name its bucket. */
const BUCKET_DIGITS = 3;

/** Holders with their salts in the order of their keys. Buckets keep each sort short: all holders at once would block the process. */
async function salted(secret: Buffer, currency: string, holders: readonly Holder[]): Promise<SaltedHolder[]> {
  const key = saltKey(secret);
  const buckets: SaltedHolder[][] = Array.from({ length: 16 ** BUCKET_DIGITS }, () => []);
  for (const [index, holder] of holders.entries()) {
    if (index % HASHED_TOGETHER === 0) await turn();
    const own = { ...holder, ...saltOf(key, currency, holder.userId) };
    buckets[Number.parseInt(own.orderKey.slice(0, BUCKET_DIGITS), 16)]?.push(own);
  }
  const ordered: SaltedHolder[] = [];
  for (const [index, bucket] of buckets.entries()) {
    if (index % HASHED_TOGETHER === 0) await turn();
    bucket.sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
    ordered.push(...bucket);
  }
  return ordered;
}

/** Salts, orders and hashes the holders of one currency, with turns for other work of the process. */
export async function groupHolders(
  secret: Buffer,
  currency: string,
  holders: readonly Holder[],
): Promise<readonly LeafGroup[]> {
  const ordered = await salted(secret, currency, holders);
  const groups: LeafGroup[] = [];
  for (let from = 0; from < ordered.length; from += GROUP) {
    const members = ordered.slice(from, from + GROUP);
    const nodes: SumNode[] = [];
    for (const [index, holder] of members.entries()) {
      if (index % HASHED_TOGETHER === 0) await turn();
      nodes.push(nodeOf(currency, holder));
    }
    const [node] = levelsOf(nodes, sha256).at(-1) ?? [];
    const [first] = members;
    if (node && first)
      groups.push({ position: groups.length, firstKey: first.orderKey, node, leaves: leavesText(members) });
  }
  return groups;
}

const leavesText = (holders: readonly Holder[]): string =>
  holders.map((holder) => `${holder.userId} ${format(holder.amount)}`).join(',');

/** Reads the leaves of a group as they were stored. */
export const readLeaves = (text: string): readonly Holder[] =>
  text.split(',').map((leaf) => {
    const [user = '', held = ''] = leaf.split(' ');
    return { userId: userId(Number(user)), amount: amount(held) };
  });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
