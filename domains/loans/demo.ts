import type { CurrencyId, UserId } from '@karat/contract';
import { BTC, ETH, USDC, USDT, houseAccount } from '@karat/domains/ledger';
import { amount, negate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { submit } from './apply.ts';
import { convertAssets } from './convert.ts';
import { approve } from './decide.ts';
import { poolKey, userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { writeMarketMaker } from './eligibility.ts';
import { priceOf } from './pricing.ts';
import { repay } from './repay.ts';

type Funds = readonly { readonly currency: CurrencyId; readonly number: string }[];

/** What the pool of a demonstration begins with. */
const POOL: Funds = [
  { currency: USDT, number: '60000000' },
  { currency: BTC, number: '800' },
  { currency: ETH, number: '8000' },
  { currency: USDC, number: '40000000' },
];

/** What the demo borrower begins with. */
const OWN: Funds = [
  { currency: USDT, number: '900000' },
  { currency: BTC, number: '12' },
  { currency: USDC, number: '5000' },
];

/** The first money of the pool, from the outside world, once. For demonstrations only. */
export async function seedFunds({ ctx, ledger }: Pick<LoansDeps, 'ctx' | 'ledger'>, tx: Tx): Promise<void> {
  await ledger.post(tx, {
    key: 'genesis:loan_pool',
    kind: 'genesis',
    reference: 'loan pool',
    at: ctx.clock.now(),
    entries: POOL.flatMap(({ currency, number }) => [
      { account: houseAccount('external'), currency, available: negate(amount(number)) },
      { ...poolKey(currency), available: amount(number) },
    ]),
  });
}

/** Users of a demonstration who borrow. */
export interface DemoBorrowers {
  readonly borrower: UserId | undefined;
}

const DEMO_OPERATOR = 'demo';

/**
 * A market maker with a loan that has ended, one that runs and an application, once. They stand in for what a user would apply
 * for and operators approve, and only a demonstration has them.
 */
export async function seedDemoLoans(deps: LoansDeps, tx: Tx, { borrower }: DemoBorrowers): Promise<void> {
  const { ctx, ledger } = deps;
  if (!ctx.demo || borrower === undefined) return;
  const isPriced = deps.policy.currencies.every((currency) => priceOf(deps, currency)?.isFresh === true);
  if (!isPriced || (await tx.maybe(sql`select 1 from loans_loans limit 1`))) return;
  await ledger.post(tx, {
    key: `demo:grant:loans:${borrower}`,
    kind: 'demo:grant',
    reference: String(borrower),
    at: ctx.clock.now(),
    entries: OWN.flatMap(({ currency, number }) => [
      { account: houseAccount('external'), currency, available: negate(amount(number)) },
      { ...userKey(borrower, currency), available: amount(number) },
    ]),
  });
  await writeMarketMaker(tx, borrower, true, ctx.clock.now());
  const daily = deps.policy.usualDaily;
  const ended = await submit(deps, tx, {
    userId: borrower,
    currencyId: USDC,
    amount: amount('550000'),
    days: 30,
    purpose: 'Inventory for USDC pairs',
    collateral: [{ currency: USDT, amount: amount('250000') }],
  });
  await approve(deps, tx, { id: ended.id, daily, operator: DEMO_OPERATOR });
  await repay(deps, tx, { userId: borrower, id: ended.id, amount: undefined, source: 'assets' });
  const running = await submit(deps, tx, {
    userId: borrower,
    currencyId: USDT,
    amount: amount('600000'),
    days: 90,
    purpose: 'Liquidity for BTC/USDT',
    collateral: [{ currency: BTC, amount: amount('8') }],
  });
  await approve(deps, tx, { id: running.id, daily, operator: DEMO_OPERATOR });
  const conversion = { from: USDT, to: BTC, amount: amount('250000') };
  await convertAssets(deps, tx, { userId: borrower, id: running.id, ...conversion });
  await submit(deps, tx, {
    userId: borrower,
    currencyId: USDT,
    amount: amount('1200000'),
    days: 180,
    purpose: 'Hedging of an option book',
    collateral: [{ currency: USDT, amount: amount('500000') }],
  });
}
