import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { insertCampaign } from './coupon-store.ts';
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
  },
  { ...BY_CODE, kind: 'yield', code: 'KARATEARN', ratio: rate('0.0005'), face: amount('10'), yieldDays: 10 },
];

/** Adds two campaigns, once. Demonstrations only. */
export async function seedDemoCoupons({ ctx }: Pick<GrowthDeps, 'ctx'>, tx: Tx): Promise<void> {
  const { campaigns } = await tx.one<{ campaigns: number }>(
    sql`select count(*) as campaigns from growth_coupon_campaigns`,
  );
  if (campaigns > 0) return;
  for (const terms of CAMPAIGNS) await insertCampaign(tx, terms, ctx.clock.now());
}
