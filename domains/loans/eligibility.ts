import { LOAN_HINDRANCES } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Borrower, LoansDeps } from './deps.ts';

type Hindrance = (typeof LOAN_HINDRANCES)[number];

/** Whether a user may borrow, and why not. */
export interface Standing extends Borrower {
  readonly isMarketMaker: boolean;
  readonly hindrances: readonly Hindrance[];
}

export const isMarketMaker = async (db: Queries, user: UserId): Promise<boolean> =>
  (await db.maybe(sql`select 1 from loans_market_makers where user_id = ${user}`)) !== undefined;

/** Lists an account as market maker, or ends that. */
export const writeMarketMaker = (tx: Tx, user: UserId, enabled: boolean, now: number): Promise<number> =>
  tx.run(
    enabled
      ? sql`insert into loans_market_makers (user_id, since) values (${user}, to_timestamp(${now} / 1000.0)) on conflict do nothing`
      : sql`delete from loans_market_makers where user_id = ${user}`,
  );

const UNKNOWN: Borrower = { vipLevel: 0, level: 0, isFrozen: true };

/** What a user is as a borrower; an open application counts as hindrance of another one. */
export async function standingOf(
  { borrowerOf, policy }: Pick<LoansDeps, 'borrowerOf' | 'policy'>,
  db: Queries,
  user: UserId,
): Promise<Standing> {
  const borrower = (await borrowerOf(db, user)) ?? UNKNOWN;
  const marketMaker = await isMarketMaker(db, user);
  const open = await db.maybe(sql`select 1 from loans_loans where user_id = ${user} and state = 'pending'`);
  const found: Readonly<Record<Hindrance, boolean>> = {
    vip_level: borrower.vipLevel < policy.vipLevel && !marketMaker,
    identity: borrower.level === 0,
    application_open: open !== undefined,
  };
  return {
    ...borrower,
    isMarketMaker: marketMaker,
    hindrances: LOAN_HINDRANCES.filter((each) => found[each]),
  };
}

/** Whether the account itself allows a loan, apart from other applications. */
export const mayBorrow = ({ hindrances, isFrozen }: Standing): boolean =>
  !isFrozen && hindrances.every((each) => each === 'application_open');
