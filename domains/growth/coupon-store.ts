import { marketId, userId } from '@karat/contract';
import type { CouponAudience, CouponKind, CouponState, MarketId, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** What a coupon for trial margin allows. */
export interface TrialTerms {
  readonly multipleMax: number;
  /** Longest holding time of the position. */
  readonly holdHours: number;
  /** Undefined for all markets. */
  readonly markets: readonly MarketId[] | undefined;
}

/** Columns of `TrialTerms`. */
export interface TrialRow {
  readonly multiple_max: number | null;
  readonly hold_hours: number | null;
  readonly markets: readonly number[] | null;
}

export const trialOf = (row: TrialRow): TrialTerms | undefined =>
  row.multiple_max === null || row.hold_hours === null
    ? undefined
    : {
        multipleMax: row.multiple_max,
        holdHours: row.hold_hours,
        markets: row.markets?.map((id) => marketId(id)),
      };

export interface Coupon {
  readonly id: number;
  readonly userId: UserId;
  readonly kind: CouponKind;
  /** Part of the fee that is returned, or the extra yield of a day for one unit of principal. */
  readonly ratio: Rate;
  /** Most that it returns, in USDT, and what it has returned. For trial margin: what the house has paid and not got back. */
  readonly face: Amount;
  readonly returned: Amount;
  readonly state: CouponState;
  /** Days whose yield is raised at most; undefined for fees. */
  readonly yieldDays: number | undefined;
  /** The Earn order whose yield it raised. */
  readonly orderId: number | undefined;
  /** Of a coupon for trial margin; undefined otherwise. */
  readonly trial: TrialTerms | undefined;
  /** The futures position that it paid for. */
  readonly positionId: number | undefined;
  readonly issuedMs: number;
  readonly expiresMs: number;
}

interface Row extends TrialRow {
  readonly position_id: number | null;
  readonly id: number;
  readonly user_id: number;
  readonly kind: CouponKind;
  readonly yield_days: number | null;
  readonly order_id: number | null;
  readonly ratio: string;
  readonly face: string;
  readonly returned: string;
  readonly state: CouponState;
  readonly issued_at: number;
  readonly expires_at: number;
}

const toCoupon = (row: Row): Coupon => ({
  id: row.id,
  userId: userId(row.user_id),
  kind: row.kind,
  yieldDays: row.yield_days ?? undefined,
  orderId: row.order_id ?? undefined,
  ratio: rate(row.ratio),
  face: amount(row.face),
  returned: amount(row.returned),
  state: row.state,
  trial: trialOf(row),
  positionId: row.position_id ?? undefined,
  issuedMs: row.issued_at,
  expiresMs: row.expires_at,
});

/** Coupons of a user, those that can be used first, with their total count. */
export async function readCoupons(
  db: Queries,
  user: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Coupon[]; readonly total: number }> {
  const rows = await db.rows<Row>(sql`
    select * from growth_coupons where user_id = ${user}
    order by array_position(array['active', 'open', 'used', 'expired'], state), id desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from growth_coupons where user_id = ${user}`,
  );
  return { rows: rows.map(toCoupon), total };
}

export async function lockCoupon(tx: Tx, user: UserId, id: number): Promise<Coupon | undefined> {
  const row = await tx.maybe<Row>(
    sql`select * from growth_coupons where id = ${id} and user_id = ${user} for update`,
  );
  return row && toCoupon(row);
}

/** Activates an open coupon; throws a violation of `growth_coupons_active` while another one is active. */
export const activate = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update growth_coupons set state = 'active', activated_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and state = 'open'`);

/** Ends an open coupon that raises the yield of an order. */
export const writeUsed = (tx: Tx, id: number, order: number, now: number): Promise<number> =>
  tx.run(sql`
    update growth_coupons set state = 'used', order_id = ${order}, activated_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and state = 'open' and kind = 'yield'`);

/** Locks the active coupons of users until the transaction ends, in order; expired ones are left out. */
export const lockActive = async (tx: Tx, users: readonly UserId[], now: number): Promise<Coupon[]> =>
  (
    await tx.rows<Row>(sql`
      select * from growth_coupons where user_id = any(${[...users]}) and state = 'active'
        and expires_at > to_timestamp(${now} / 1000.0) order by id for update`)
  ).map(toCoupon);

/** Stores what coupons have returned; a coupon that has returned its whole amount is used. */
export const writeReturned = (
  tx: Tx,
  coupons: readonly { readonly id: number; readonly returned: Amount }[],
): Promise<number> =>
  tx.run(sql`
    update growth_coupons c set returned = n.returned,
      state = case when n.returned >= c.face then 'used' else c.state end
    from unnest(${coupons.map(({ id }) => id)}::bigint[], ${coupons.map(({ returned }) => format(returned))}::numeric[])
      as n (id, returned)
    where c.id = n.id`);

/** Ends coupons whose time is over. Returns their number. */
export const expireCoupons = (db: Queries, now: number): Promise<number> =>
  db.run(sql`
    update growth_coupons set state = 'expired'
    where state in ('open', 'active') and expires_at <= to_timestamp(${now} / 1000.0)`);

/** What two operators decide about coupons. */
export interface CampaignTerms {
  readonly kind: CouponKind;
  readonly yieldDays: number | undefined;
  /** Of coupons for trial margin; undefined otherwise. */
  readonly trial: TrialTerms | undefined;
  readonly ratio: Rate;
  readonly face: Amount;
  readonly days: number;
  readonly audience: CouponAudience;
  readonly user: UserId | undefined;
  readonly code: string | undefined;
  readonly couponsMax: number;
}

/** Creates a campaign; returns its id. */
export const insertCampaign = async (tx: Tx, terms: CampaignTerms, now: number): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into growth_coupon_campaigns (kind, yield_days, multiple_max, hold_hours, markets, ratio, face, days, audience, code, coupons_max, ends_at, created_at)
      values (${terms.kind}, ${terms.yieldDays ?? null}, ${terms.trial?.multipleMax ?? null}, ${terms.trial?.holdHours ?? null},
        ${terms.trial?.markets ? [...terms.trial.markets] : null}::int[], ${format(terms.ratio)}, ${format(terms.face)}, ${terms.days}, ${terms.audience}, ${terms.code ?? null},
        ${terms.couponsMax}, to_timestamp(${now} / 1000.0) + make_interval(days => ${terms.days}),
        to_timestamp(${now} / 1000.0))
      returning id`)
  ).id;

/** Issues coupons of a campaign to these users, at most as many as it has left; each user gets one. Returns the users. */
export async function issueTo(
  tx: Tx,
  campaign: number,
  users: readonly UserId[],
  now: number,
): Promise<UserId[]> {
  const own = await tx.maybe<{ left: number }>(sql`
    select coupons_max - issued as left from growth_coupon_campaigns
    where id = ${campaign} and ends_at > to_timestamp(${now} / 1000.0) for update`);
  if (!own || own.left <= 0) return [];
  const rows = await tx.rows<{ user_id: number }>(sql`
    insert into growth_coupons (campaign_id, user_id, kind, yield_days, multiple_max, hold_hours, markets, ratio, face, issued_at, expires_at)
    select c.id, u.id, c.kind, c.yield_days, c.multiple_max, c.hold_hours, c.markets, c.ratio, c.face, to_timestamp(${now} / 1000.0),
      to_timestamp(${now} / 1000.0) + make_interval(days => c.days)
    from growth_coupon_campaigns c
    cross join (select id from unnest(${[...users]}::bigint[]) as t (id) order by id limit ${own.left}) u
    where c.id = ${campaign} order by u.id
    on conflict (campaign_id, user_id) do nothing returning user_id`);
  await tx.run(
    sql`update growth_coupon_campaigns set issued = issued + ${rows.length} where id = ${campaign}`,
  );
  return rows.map((row) => userId(row.user_id));
}

/** The campaign of a code that is still accepted. */
export const campaignOfCode = (db: Queries, code: string, now: number): Promise<{ id: number } | undefined> =>
  db.maybe<{ id: number }>(sql`
    select id from growth_coupon_campaigns where code = ${code} and ends_at > to_timestamp(${now} / 1000.0)`);

export async function couponOfCampaign(
  db: Queries,
  campaign: number,
  user: UserId,
): Promise<Coupon | undefined> {
  const row = await db.maybe<Row>(
    sql`select * from growth_coupons where campaign_id = ${campaign} and user_id = ${user}`,
  );
  return row && toCoupon(row);
}

export interface CampaignRow extends TrialRow {
  readonly id: number;
  readonly kind: CouponKind;
  readonly yield_days: number | null;
  readonly ratio: string;
  readonly face: string;
  readonly days: number;
  readonly audience: CouponAudience;
  readonly code: string | null;
  readonly coupons_max: number;
  readonly issued: number;
  readonly activated: number;
  readonly returned: string;
  readonly ends_at: number;
}

/** Campaigns, newest first, with their total count. */
export async function readCampaigns(
  db: Queries,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: CampaignRow[]; readonly total: number }> {
  const rows = await db.rows<CampaignRow>(sql`
    select c.id, c.kind, c.yield_days, c.multiple_max, c.hold_hours, c.markets, c.ratio, c.face, c.days, c.audience, c.code, c.coupons_max, c.issued, c.ends_at,
      count(o.id) filter (where o.activated_at is not null) as activated, coalesce(sum(o.returned), 0)::text as returned
    from growth_coupon_campaigns c left join growth_coupons o on o.campaign_id = c.id
    group by c.id order by c.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from growth_coupon_campaigns`,
  );
  return { rows, total };
}
