import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { MovementKind } from './store.ts';

/** A movement that did not come back, as monitoring of transactions reads it. */
export interface MonitoredMovement {
  readonly kind: MovementKind;
  /** Of the withdrawal or gift; of a payment to a user, which has none, of the movement. */
  readonly reference: number;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly usdt: Amount;
  /** The user who was paid; undefined for a payee outside and a gift. */
  readonly receiver: number | undefined;
  /** Unix ms. */
  readonly at: number;
}

/** A time, both ends included, unix ms. */
interface Period {
  readonly since: number;
  readonly until: number;
}

interface Row {
  readonly kind: MovementKind;
  readonly reference: number;
  readonly user: number;
  readonly currency: number;
  readonly number: string;
  readonly usdt: string;
  readonly receiver: string;
  readonly at: number;
}

const COLUMNS = sql`kind, coalesce(reference, id) as reference, user_id as "user", currency_id as currency, number, usdt,
  receiver, at`;
/** Movements that are read of one user: more than limits let through in any time that a rule has. */
const ROWS_MAX = 10_000;

function read({ receiver, ...row }: Row): MonitoredMovement {
  const [scheme, id] = receiver.split(':');
  return {
    ...row,
    user: userId(row.user),
    currency: currencyId(row.currency),
    number: amount(row.number),
    usdt: amount(row.usdt),
    receiver: scheme === 'user' ? Number(id) : undefined,
  };
}

/** Returns what left an account, oldest first; of more than the limit the newest. */
export const movementsOf = async (
  db: Queries,
  user: UserId,
  { since, until }: Period,
): Promise<MonitoredMovement[]> =>
  (
    await db.rows<Row>(sql`
      select ${COLUMNS} from outflow_movements
      where user_id = ${user} and released_at is null
        and at >= to_timestamp(${since} / 1000.0) and at <= to_timestamp(${until} / 1000.0)
      order by at desc, id desc limit ${ROWS_MAX}`)
  )
    .toReversed()
    .map(read);

/** Returns the first withdrawal of a user at or after a moment. */
export async function firstWithdrawal(
  db: Queries,
  user: UserId,
  since: number,
): Promise<MonitoredMovement | undefined> {
  const row = await db.maybe<Row>(sql`
    select ${COLUMNS} from outflow_movements
    where user_id = ${user} and kind = 'withdrawal' and released_at is null and at >= to_timestamp(${since} / 1000.0)
    order by at, id limit 1`);
  return row && read(row);
}

/** Returns users with at least `count` movements of `min` to `max` USDT in a time, by id. */
export const usersWithMovements = async (
  db: Queries,
  {
    since,
    until,
    min,
    max,
    count,
  }: Period & { readonly min: Amount; readonly max: Amount | null; readonly count: number },
  limit: number,
): Promise<UserId[]> =>
  (
    await db.rows<{ user: number }>(sql`
      select user_id as "user" from outflow_movements
      where released_at is null and usdt >= ${format(min)} ${max === null ? empty : sql`and usdt <= ${format(max)}`}
        and at >= to_timestamp(${since} / 1000.0) and at <= to_timestamp(${until} / 1000.0)
      group by user_id having count(*) >= ${count} order by user_id limit ${limit}`)
  ).map(({ user }) => userId(user));
