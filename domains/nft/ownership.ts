import type { NftTransferCause, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { currenciesOf, ownerTag } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { insertItem, insertSteps, moveItem } from './item-store.ts';
import { newCode } from './codes.ts';
import { stepHash } from './rules.ts';
import type { Item, Order } from './types.ts';

/** Moves a locked item to a buyer, with its step in the chain of owners. Throws if it is not where the caller saw it. */
export async function transferItem(
  deps: NftDeps,
  tx: Tx,
  item: Item,
  order: Pick<Order, 'id' | 'buyer' | 'price' | 'currency'>,
  cause: Exclude<NftTransferCause, 'mint'>,
): Promise<void> {
  const at = deps.ctx.clock.now();
  const currencyOf = await currenciesOf(deps, tx);
  const hash = stepHash({
    code: item.code,
    file: item.sha256,
    step: item.steps + 1,
    cause,
    from: ownerTag(deps, item.owner),
    to: ownerTag(deps, order.buyer),
    price: order.price,
    currency: currencyOf(order.currency).code,
    at,
    previous: item.head,
  });
  const step = {
    itemId: item.id,
    step: item.steps + 1,
    cause,
    from: item.owner,
    to: order.buyer,
    orderId: order.id,
    price: order.price,
    currency: order.currency,
    hash,
    at,
  };
  await insertSteps(tx, [step]);
  if ((await moveItem(tx, step)) !== 1) throw new Error(`item ${item.id} has moved meanwhile`);
}

/** Mints the editions of an artwork for its artist. Returns their codes. */
export async function mintEditions(
  deps: NftDeps,
  tx: Tx,
  artwork: {
    readonly id: number;
    readonly artist: UserId;
    readonly editions: number;
    readonly sha256: string;
  },
): Promise<string[]> {
  const at = deps.ctx.clock.now();
  const to = ownerTag(deps, artwork.artist);
  const codes: string[] = [];
  for (let edition = 1; edition <= artwork.editions; edition += 1) {
    const code = newCode('W', deps.ctx.random);
    const facts = { code, file: artwork.sha256, step: 1, cause: 'mint', to, at, previous: '' } as const;
    const hash = stepHash({ ...facts, from: undefined, price: undefined, currency: undefined });
    const itemId = await insertItem(tx, {
      code,
      artworkId: artwork.id,
      edition,
      owner: artwork.artist,
      head: hash,
      at,
    });
    await insertSteps(tx, [
      {
        itemId,
        step: 1,
        cause: 'mint',
        from: undefined,
        to: artwork.artist,
        orderId: undefined,
        price: undefined,
        currency: undefined,
        hash,
        at,
      },
    ]);
    codes.push(code);
  }
  return codes;
}
