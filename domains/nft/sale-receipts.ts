import { saleFacts, saleFormula } from '@karat/evidence';
import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { SALE_RECEIPT_KIND, currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { saleJournal } from './money.ts';
import type { Listing, Order } from './types.ts';

/**
 * Posts the payment of an order and leaves its receipt to the seller, who bears the fee. Throws RangeError where the parts of the
 * order are not those of its listing's rates, which is a bug.
 */
export async function postSale(
  deps: NftDeps,
  tx: Tx,
  order: Order,
  { decimals, fullFeeRate, feeDiscount, royaltyRate }: Listing,
): Promise<void> {
  await deps.ledger.post(tx, saleJournal(order, deps.ctx.clock.now()));
  const { code: currency } = (await currenciesOf(deps, tx))(order.currency);
  const { id, code, price } = order;
  const facts = saleFacts({
    order: id,
    code,
    currency,
    decimals,
    price,
    fullFeeRate,
    discount: feeDiscount,
    royaltyRate,
  });
  const result = { ...saleFormula.result(facts, []), ...postedParts(order) };
  await deps.proofs.leave(tx, [
    {
      kind: SALE_RECEIPT_KIND,
      subject: String(id),
      owner: order.seller,
      order: facts,
      ticks: [],
      formula: saleFormula.id,
      result,
    },
  ]);
}

const postedParts = ({ received, royalty, fee }: Order) => ({
  received: format(received),
  royalty: format(royalty),
  fee: format(fee),
});
