import { marketId, userId } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { amount, format, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Clock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';

/** A coupon as the engine of contracts sees it. */
export interface LockedTrialCoupon {
  readonly id: number;
  readonly isTrial: boolean;
  /** Neither used nor expired. */
  readonly isUsable: boolean;
  /** In USDT. */
  readonly face: Amount;
  readonly multipleMax: number;
  readonly holdMs: number;
  /** Undefined for all markets. */
  readonly markets: readonly MarketId[] | undefined;
}

interface TermsRow {
  readonly id: number;
  readonly face: string;
  readonly multiple_max: number;
  readonly hold_hours: number;
  readonly markets: readonly number[] | null;
}

interface Row extends TermsRow {
  readonly user_id: number;
  readonly is_trial: boolean;
  readonly is_usable: boolean;
}

const termsOf = (row: TermsRow) => ({
  id: row.id,
  face: amount(row.face),
  multipleMax: row.multiple_max,
  holdMs: row.hold_hours * HOUR_MS,
  markets: row.markets?.map((id) => marketId(id)),
});

const USABLE_MAX = 20;

/** Coupons for trial margin that a user can use now, the first to expire first. */
export const usableTrialCoupons = async (clock: Pick<Clock, 'now'>, db: Queries, user: UserId) =>
  (
    await db.rows<TermsRow & { readonly expires_at: number }>(sql`
      select id, face, multiple_max, hold_hours, markets, expires_at from growth_coupons
      where user_id = ${user} and kind = 'trial' and state = 'open' and expires_at > to_timestamp(${clock.now()} / 1000.0)
      order by expires_at, id limit ${USABLE_MAX}`)
  ).map((row) => ({ ...termsOf(row), expiresAt: row.expires_at }));

/** Locks the coupons that users want to use, each its own, until the transaction ends. */
export async function lockTrialCoupons(
  clock: Pick<Clock, 'now'>,
  tx: Tx,
  uses: readonly { readonly userId: UserId; readonly couponId: number }[],
): Promise<ReadonlyMap<UserId, LockedTrialCoupon>> {
  const rows = await tx.rows<Row>(sql`
    select c.id, c.user_id, c.kind = 'trial' as is_trial, c.face, coalesce(c.multiple_max, 0) as multiple_max,
      c.state = 'open' and c.expires_at > to_timestamp(${clock.now()} / 1000.0) as is_usable,
      coalesce(c.hold_hours, 0) as hold_hours, c.markets
    from growth_coupons c
    join unnest(${uses.map((use) => use.couponId)}::bigint[], ${uses.map((use) => use.userId)}::bigint[]) as u (id, user_id)
      on u.id = c.id and u.user_id = c.user_id
    order by c.id for update of c`);
  return new Map(
    rows.map((row) => [
      userId(row.user_id),
      { ...termsOf(row), isTrial: row.is_trial, isUsable: row.is_usable },
    ]),
  );
}

/** Stores which position each coupon paid for, and what the house has paid and not got back. */
export async function writeTrialUses(
  clock: Pick<Clock, 'now'>,
  tx: Tx,
  uses: readonly {
    readonly couponId: number;
    readonly positionId: number;
    readonly paid: Amount;
    readonly returned: Amount;
  }[],
): Promise<void> {
  await tx.run(sql`
    update growth_coupons c set state = 'used', position_id = u.position_id, returned = u.cost,
      activated_at = coalesce(c.activated_at, to_timestamp(${clock.now()} / 1000.0))
    from unnest(${uses.map((use) => use.couponId)}::bigint[], ${uses.map((use) => use.positionId)}::bigint[],
      ${uses.map(({ paid, returned }) => format(minus(paid, returned)))}::numeric[]) as u (id, position_id, cost)
    where c.id = u.id`);
}
