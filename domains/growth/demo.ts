import type { UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { insertCampaign, issueTo } from './coupon-store.ts';
import type { CampaignTerms } from './coupon-store.ts';
import type { GrowthDeps } from './deps.ts';

const BY_CODE = { audience: 'code', user: undefined, days: 30, couponsMax: 10_000 } as const;

/** A part of fees returned, and an extra yield, each by a code. */
const CAMPAIGNS: readonly CampaignTerms[] = [
  {
    ...BY_CODE,
    kind: 'fee',
    code: 'KARATFEES',
    ratio: rate('0.5'),
    face: amount('20'),
    yieldDays: undefined,
    trial: undefined,
  },
  {
    ...BY_CODE,
    kind: 'yield',
    code: 'KARATEARN',
    ratio: rate('0.0005'),
    face: amount('10'),
    yieldDays: 10,
    trial: undefined,
  },
];

/** Adds two campaigns, once. Demonstrations only. */
export async function seedDemoCoupons({ ctx }: Pick<GrowthDeps, 'ctx'>, tx: Tx): Promise<void> {
  const { campaigns } = await tx.one<{ campaigns: number }>(
    sql`select count(*) as campaigns from growth_coupon_campaigns`,
  );
  if (campaigns > 0) return;
  for (const terms of CAMPAIGNS) await insertCampaign(tx, terms, ctx.clock.now());
}

const TRIAL: Omit<CampaignTerms, 'user'> = {
  audience: 'user',
  code: undefined,
  days: 30,
  couponsMax: 1,
  kind: 'trial',
  ratio: rate('1'),
  face: amount('50'),
  yieldDays: undefined,
  trial: { multipleMax: 20, holdHours: 24, markets: undefined },
};

/** Gives a user a coupon for trial margin, once. Demonstrations only. */
export async function seedDemoTrial({ ctx }: Pick<GrowthDeps, 'ctx'>, tx: Tx, user: UserId): Promise<void> {
  const { coupons } = await tx.one<{ coupons: number }>(
    sql`select count(*) as coupons from growth_coupons where user_id = ${user} and kind = 'trial'`,
  );
  if (coupons > 0) return;
  const now = ctx.clock.now();
  await issueTo(tx, await insertCampaign(tx, { ...TRIAL, user }, now), [user], now);
}
