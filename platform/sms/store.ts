import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { MicroDollars } from './prices.ts';

/** Key of the row of all countries of a day. */
export const ALL = '*';

export interface SpendingRow {
  readonly country: string;
  readonly messages: number;
  readonly cost: MicroDollars;
  /** Price of the most expensive message. */
  readonly price: MicroDollars;
}

/**
 * Adds a message to a day's cost unless that exceeds the cap; returns the previous cost, undefined if it does not fit.
 * The row is locked until the transaction ends, so that concurrent messages cannot exceed the cap together. With
 * `deliver` false it decides the same and adds nothing.
 */
export async function spend(
  tx: Tx,
  entry: {
    readonly day: string;
    readonly country: string;
    readonly price: MicroDollars;
    readonly cap: MicroDollars;
    readonly deliver: boolean;
  },
): Promise<MicroDollars | undefined> {
  const { day, country, price, cap, deliver } = entry;
  await tx.run(sql`
    insert into platform_sms_spending (day, country, messages, cost, price) values (${day}::date, ${country}, 0, 0, 0)
    on conflict (day, country) do nothing`);
  const row = await tx.maybe<{ before: number }>(sql`
    update platform_sms_spending set messages = messages + ${deliver ? 1 : 0},
      cost = cost + ${deliver ? price : 0}::bigint, price = greatest(price, ${deliver ? price : 0}::bigint)
    where day = ${day}::date and country = ${country} and cost + ${price}::bigint <= ${cap}::bigint
    returning cost - ${deliver ? price : 0}::bigint as before`);
  return row?.before;
}

/** Returns the message costs of a day, all countries first, then the most expensive. */
export const spendingOf = (db: Queries, day: string): Promise<SpendingRow[]> =>
  db.rows<SpendingRow>(sql`
    select country, messages, cost, price from platform_sms_spending where day = ${day}::date and messages > 0
    order by country = ${ALL} desc, cost desc limit 300`);
