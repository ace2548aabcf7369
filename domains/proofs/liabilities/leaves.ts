import { createHmac } from 'node:crypto';
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

/** Order key and salt of a user's leaf: parts of HMAC-SHA-256 of `currency|uid` with the secret of the day. */
export function saltOf(
  secret: Buffer,
  currency: string,
  user: UserId,
): Pick<SaltedHolder, 'orderKey' | 'salt'> {
  const digest = createHmac('sha256', secret).update(`${currency}|${user}`).digest('hex');
  return { orderKey: digest.slice(0, 32), salt: digest.slice(32) };
}

/** The node of a user's leaf. */
export const nodeOf = (currency: string, holder: SaltedHolder): SumNode =>
  leafNode({ salt: holder.salt, uid: holder.userId, currency, amount: holder.amount });

/** Neighbouring leaves with the node above them. */
export interface LeafGroup {
  readonly position: number;
  readonly firstKey: string;
  readonly node: SumNode;
  readonly leaves: string;
}

/** Salts, orders and hashes the holders of one currency, with turns for other work of the process. */
export async function groupHolders(
  secret: Buffer,
  currency: string,
  holders: readonly Holder[],
): Promise<readonly LeafGroup[]> {
  const salted: SaltedHolder[] = [];
  for (const [index, holder] of holders.entries()) {
    if (index % HASHED_TOGETHER === 0) await turn();
    salted.push({ ...holder, ...saltOf(secret, currency, holder.userId) });
  }
  salted.sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
  const groups: LeafGroup[] = [];
  for (let from = 0; from < salted.length; from += GROUP) {
    const members = salted.slice(from, from + GROUP);
    const nodes: SumNode[] = [];
    for (const [index, holder] of members.entries()) {
      if (index % HASHED_TOGETHER === 0) await turn();
      nodes.push(nodeOf(currency, holder));
    }
    const [node] = levelsOf(nodes).at(-1) ?? [];
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
