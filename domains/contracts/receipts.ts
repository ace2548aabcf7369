import { contractFormula } from '@karat/evidence';
import type { Facts, ReceiptTick } from '@karat/evidence';
import type { MarketId, UserId } from '@karat/contract';
import type { NewReceipt, Proofs } from '@karat/domains/proofs';
import { amount, format } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { Deed } from './desk.ts';

/** Published ticks of a market between two seconds, with their place in the chain. */
export type TicksOf = (
  queries: Queries,
  id: MarketId,
  from: number,
  to: number,
) => Promise<readonly ReceiptTick[]>;

type Filled = Extract<Deed, { readonly kind: 'opened' | 'closed' }>;
const isFilled = (deed: Deed): deed is Filled => deed.kind === 'opened' || deed.kind === 'closed';

/** What the formula reads of a fill; it says nothing of whose it is. */
function factsOf(deed: Filled, symbol: string): Facts {
  const { position, mark, quantity, funds } = deed;
  return {
    ...{ market: String(position.marketId), symbol, side: position.side, mode: position.mode },
    ...{ action: deed.kind === 'opened' ? 'open' : 'close', multiple: String(position.multiple) },
    ...{ quantity: format(quantity), spread: format(position.spread), fee_rate: format(position.feeRate) },
    ...{ funds: format(funds), tick_second: String(mark.tick) },
    ...(deed.kind === 'closed'
      ? { open_price: format(position.price ?? amount(0n)), reason: deed.reason }
      : {}),
  };
}

const resultOf = (deed: Filled): Facts =>
  deed.kind === 'opened'
    ? { price: format(deed.price), margin: format(deed.margin), fee: format(deed.fee) }
    : {
        ...{ price: format(deed.price), profit: format(deed.profit), fee: format(deed.fee) },
        beyond_funds: format(amount(deed.insurance + deed.absorbed)),
      };

const KIND = 'contract';

/** Finds the newest receipt of each of a user's positions. */
export const receiptsOf =
  (proofs: Pick<Proofs, 'newest'>) =>
  async (
    queries: Queries,
    user: UserId,
    positions: readonly number[],
  ): Promise<ReadonlyMap<number, string>> => {
    const newest = await proofs.newest(queries, user, KIND, positions.map(String));
    return new Map([...newest].map(([position, hash]) => [Number(position), hash]));
  };

/** Leaves a receipt of every fill and close in its transaction. A tick that is not kept any more leaves none. */
export const receiptsBy =
  (proofs: Pick<Proofs, 'leave'>, ticksOf: TicksOf, symbolOf: (id: MarketId) => string) =>
  async (tx: Tx, deeds: readonly Deed[]): Promise<void> => {
    const ticks = new Map<string, ReceiptTick | undefined>();
    const receipts: NewReceipt[] = [];
    for (const deed of deeds.filter(isFilled)) {
      const { id, marketId, userId, version } = deed.position;
      const key = `${marketId} ${deed.mark.tick}`;
      if (!ticks.has(key)) ticks.set(key, (await ticksOf(tx, marketId, deed.mark.tick, deed.mark.tick))[0]);
      const tick = ticks.get(key);
      if (!tick) continue;
      receipts.push({
        ...{ kind: KIND, subject: `${id}:${version + 1}:${deed.kind}`, owner: userId },
        ...{ order: factsOf(deed, symbolOf(marketId)), ticks: [tick], formula: contractFormula.id },
        result: resultOf(deed),
      });
    }
    if (receipts.length > 0) await proofs.leave(tx, receipts);
  };
