import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Thresholds of loans to come. Rates are per day. */
export interface ThresholdValues {
  readonly twoPeopleUsdt: Amount;
  readonly minUsdt: Amount;
  readonly maxUsdt: Amount;
  readonly daysMin: number;
  readonly daysMax: number;
  readonly usualDaily: Rate;
  readonly dailyMax: Rate;
}

export interface StoredThresholds extends ThresholdValues {
  readonly version: number;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  /** Unix ms. */
  readonly at: number | null;
}

interface Row {
  readonly version: number;
  readonly two_people_usdt: string;
  readonly min_usdt: string;
  readonly max_usdt: string;
  readonly days_min: number;
  readonly days_max: number;
  readonly usual_daily: string;
  readonly daily_max: string;
  readonly asked_by: string;
  readonly approved_by: string;
  readonly at: number;
}

/** The newest thresholds; undefined before two operators decided any. */
export async function readThresholds(db: Queries): Promise<StoredThresholds | undefined> {
  const row = await db.maybe<Row>(sql`
    select id as version, two_people_usdt, min_usdt, max_usdt, days_min, days_max, usual_daily, daily_max, asked_by,
      approved_by, at
    from loans_thresholds order by id desc limit 1`);
  return (
    row && {
      version: row.version,
      twoPeopleUsdt: amount(row.two_people_usdt),
      minUsdt: amount(row.min_usdt),
      maxUsdt: amount(row.max_usdt),
      daysMin: row.days_min,
      daysMax: row.days_max,
      usualDaily: rate(row.usual_daily),
      dailyMax: rate(row.daily_max),
      askedBy: row.asked_by,
      approvedBy: row.approved_by,
      at: row.at,
    }
  );
}

interface Decision {
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly at: number;
}

/** Waits for other changes, so that of two approvals at once the second one finds another version. */
export const lockThresholds = (tx: Tx): Promise<number> =>
  tx.run(sql`lock table loans_thresholds in share row exclusive mode`);

export const insertThresholds = (
  tx: Tx,
  values: ThresholdValues,
  { askedBy, approvedBy, at }: Decision,
): Promise<number> =>
  tx.run(sql`
    insert into loans_thresholds (two_people_usdt, min_usdt, max_usdt, days_min, days_max, usual_daily, daily_max,
      asked_by, approved_by, at)
    values (${format(values.twoPeopleUsdt)}, ${format(values.minUsdt)}, ${format(values.maxUsdt)}, ${values.daysMin},
      ${values.daysMax}, ${format(values.usualDaily)}, ${format(values.dailyMax)}, ${askedBy}, ${approvedBy},
      to_timestamp(${at} / 1000.0))`);
