import type { CurrencyId, UserId } from '@karat/contract';
import { levelsOf, pathIn } from '@karat/evidence';
import type { InclusionProof, SumNode } from '@karat/evidence';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { nodeOf, readLeaves, saltKey, saltOf, sha256 } from './leaves.ts';
import { groupNodes, leavesOfGroup } from './store.ts';

/** The stored nodes of a currency and all levels above them. */
interface UpperTree {
  readonly firstKeys: readonly string[];
  readonly levels: readonly (readonly SumNode[])[];
}

const TREES_KEPT = 64;

/** Proves balances of users. Trees above the stored nodes never change and are kept, as many as one day has currencies. */
export class LiabilityProver {
  readonly #trees = new Map<string, UpperTree>();

  /** A user's balance of a currency in the statement of a day; undefined if it was zero. */
  async prove(
    db: Queries,
    user: UserId,
    of: { readonly day: string; readonly secret: Buffer; readonly id: CurrencyId; readonly currency: string },
  ): Promise<InclusionProof | undefined> {
    const { day, id, currency } = of;
    const key = saltKey(of.secret);
    const { orderKey, salt } = saltOf(key, currency, user);
    const { firstKeys, levels } = await this.#treeOf(db, day, id);
    const group = firstKeys.findLastIndex((first) => first <= orderKey);
    const text = group === -1 ? undefined : await leavesOfGroup(db, day, id, group);
    if (text === undefined) return undefined;
    const holders = readLeaves(text);
    const index = holders.findIndex((holder) => holder.userId === user);
    const own = holders[index];
    if (!own) return undefined;
    const nodes = holders.map((holder) =>
      nodeOf(currency, { ...holder, ...saltOf(key, currency, holder.userId) }),
    );
    const path = [...pathIn(levelsOf(nodes, sha256), index), ...pathIn(levels, group)];
    return {
      currency,
      amount: format(own.amount),
      salt,
      path: path.map(({ side, sum, hash }) => ({ side, sum: format(sum), hash })),
    };
  }

  async #treeOf(db: Queries, day: string, id: CurrencyId): Promise<UpperTree> {
    const key = `${day}/${id}`;
    const kept = this.#trees.get(key);
    if (kept) return kept;
    const groups = await groupNodes(db, day, id);
    const tree = {
      firstKeys: groups.map(({ firstKey }) => firstKey),
      levels: levelsOf(
        groups.map(({ node }) => node),
        sha256,
      ),
    };
    const [oldest] = this.#trees.keys();
    if (oldest !== undefined && this.#trees.size >= TREES_KEPT) this.#trees.delete(oldest);
    this.#trees.set(key, tree);
    return tree;
  }
}
