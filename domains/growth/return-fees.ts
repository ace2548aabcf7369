import { userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import { ZERO, min, minus, mulUp, negate, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { feeReturn } from '@karat/rules';
import { lockActive, writeReturned } from './coupon-store.ts';
import type { GrowthDeps } from './deps.ts';
import type { FeeSource, PaidFees } from './types.ts';

/** Entries that return an amount of a paid fee. */
const entriesOf = (deps: GrowthDeps, { product }: FeeSource, paid: PaidFees, amount: Amount): Entry[] => [
  { account: deps.feesAccountOf(product, paid.userId), currency: paid.currency, available: negate(amount) },
  { account: userAccount(paid.userId, 'change'), currency: paid.currency, available: amount },
];

/**
 * Returns fees of users with an active coupon, in the currency of the fee, and writes what the coupons have returned, in the
 * transaction that counts the fees. Answers the fees without what was returned: rebates are a share of these.
 */
export async function returnFees(
  deps: GrowthDeps,
  tx: Tx,
  source: FeeSource,
  fees: readonly PaidFees[],
  lastId: number,
): Promise<readonly PaidFees[]> {
  const at = deps.ctx.clock.now();
  const users = [...new Set(fees.map(({ userId }) => userId))];
  const coupons = new Map((await lockActive(tx, users, at)).map((coupon) => [coupon.userId, coupon]));
  if (coupons.size === 0) return fees;
  const decimals = new Map((await deps.ledger.currencies(tx)).map((one) => [one.id, one.decimals]));
  const keys = fees
    .filter(({ userId }) => coupons.has(userId))
    .flatMap((paid) => entriesOf(deps, source, paid, ZERO));
  const batch = await deps.ledger.openBatch(tx, keys);
  const used = new Map<number, Amount>();
  const left = fees.map((paid, index): PaidFees => {
    const coupon = coupons.get(paid.userId);
    const price: Price | undefined = deps.priceOf(paid.currency);
    if (!coupon || price === undefined) return paid;
    const before = used.get(coupon.id) ?? coupon.returned;
    const wanted = feeReturn(
      paid.fee,
      coupon.ratio,
      minus(coupon.face, before),
      price,
      decimals.get(paid.currency) ?? 0,
    );
    const house = deps.feesAccountOf(source.product, paid.userId);
    const amount = min(wanted, batch.available(house, paid.currency));
    if (amount <= ZERO) return paid;
    const journal: Journal = {
      key: `growth:coupon:${coupon.id}:${source.name}:${lastId}:${index}`,
      kind: 'growth:coupon',
      reference: `coupon:${coupon.id}`,
      at,
      entries: entriesOf(deps, source, paid, amount),
    };
    batch.post(journal);
    used.set(coupon.id, min(plus(before, mulUp(amount, price)), coupon.face));
    return { ...paid, fee: minus(paid.fee, amount) };
  });
  await batch.close();
  await writeReturned(
    tx,
    [...used].map(([id, returned]) => ({ id, returned })),
  );
  return left;
}
