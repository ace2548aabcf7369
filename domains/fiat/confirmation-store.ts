import type { UserId } from '@karat/contract';
import type { SingleOperatorLimit, SingleOperatorSums } from '@karat/domains/operators';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Serialises confirmations until the transaction ends, so that the sums stay exact. */
export const lockGate = (tx: Tx): Promise<unknown> =>
  tx.one(sql`select id from fiat_confirmation_gate where id = 1 for update`);

/** Returns the sums confirmed without an approver since a moment, in USDT: by an operator, for a user, and by all. */
export async function aloneSince(
  db: Queries,
  who: { readonly operator: string; readonly user: UserId; readonly since: number },
): Promise<SingleOperatorSums> {
  const row = await db.one<Record<SingleOperatorLimit, string>>(sql`
    select coalesce(sum(received) filter (where operator = ${who.operator}), 0) as operator,
      coalesce(sum(received) filter (where user_id = ${who.user}), 0) as "user",
      coalesce(sum(received), 0) as day
    from fiat_confirmations
    where approver is null and at > to_timestamp(${who.since} / 1000.0)`);
  return { operator: amount(row.operator), user: amount(row.user), day: amount(row.day) };
}

export const insertConfirmation = (
  tx: Tx,
  c: {
    readonly order: number;
    readonly line: number;
    readonly operator: string;
    readonly approver: string | null;
    readonly user: UserId;
    readonly received: Amount;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into fiat_confirmations (order_id, line_id, operator, approver, user_id, received, at)
    values (${c.order}, ${c.line}, ${c.operator}, ${c.approver}, ${c.user}, ${format(c.received)},
      to_timestamp(${c.at} / 1000.0))`);
