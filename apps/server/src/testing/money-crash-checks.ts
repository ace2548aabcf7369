import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Database, Sql } from '@karat/platform/db';

/** Tables in which each request makes one row, with the path that makes it. */
const ROWS: Readonly<Record<string, Sql>> = {
  'wallet/change': sql`select count(*)::int as n from wallet_transfers`,
  'user/Transfer': sql`select count(*)::int as n from wallet_conversions`,
  'wallet/send': sql`select count(*)::int as n from wallet_sends`,
  'wallet/out': sql`select count(*)::int as n from withdrawals_requests`,
  'otc/order': sql`select count(*)::int as n from fiat_orders`,
  'lever/submit': sql`select count(*)::int as n from contracts_positions where order_type = 1`,
  'lever/close': sql`select count(*)::int as n from contracts_fills where kind = 'close' and reason = 'user'`,
  'microtrade/submit': sql`select count(*)::int as n from options_orders`,
  'withdrawal/cancel': sql`select count(*)::int as n from withdrawals_steps where state = 'cancelled'`,
  'otc/cancel': sql`select count(*)::int as n from fiat_orders where state = 'cancelled'`,
};

/** Work that the server must finish by itself after a crash. */
const UNFINISHED: Readonly<Record<string, Sql>> = {
  'fills of traders that are not copied': sql`
    select count(*)::int as n from copytrade_events where done_at is null`,
  'options that expired and are not settled': sql`
    select count(*)::int as n from options_orders where outcome is null and expires_at < now() - interval '1 minute'`,
};

/** Forbidden states. */
const NEVER: Readonly<Record<string, Sql>> = {
  'a fill of a trader without a copy or a reason': sql`
    select count(*)::int as n from copytrade_events e join copytrade_follows f on f.trader_id = e.trader_id
    where e.kind = 'opened' and e.created_at > f.created_at and not exists (
      select from copytrade_copies c where c.trader_position = e.position_id and c.follow_id = f.id)`,
  'a copied position that no follow knows': sql`
    select count(*)::int as n from contracts_positions p
    where p.order_type = 2 and not exists (select from copytrade_copies c where c.position_id = p.id)`,
  'a copy of a fill that was copied before': sql`
    select count(*)::int as n from (
      select user_id, source_id from contracts_positions where order_type = 2
      group by user_id, source_id having count(*) > 1) twice`,
  'an open copy of a closed position': sql`
    select count(*)::int as n from contracts_positions copy join contracts_positions own on own.id = copy.source_id
    where copy.order_type = 2 and copy.status in (1, 2) and own.status = 3`,
  'a held balance that no position holds': sql`
    select count(*)::int as n from (
      select user_id, sum(margin + hold) as held from contracts_positions where status < 3 group by user_id) p
    join ledger_balances b on b.account_id = p.user_id * 8 + 3 and b.currency_id = 3
    where b.held <> p.held`,
};

const FINISH_MS_MAX = 60_000;
const LOOK_MS = 200;

const count = async (db: Database, statement: Sql): Promise<number> =>
  (await db.one<{ n: number }>(statement)).n;

/** Positions opened as copies. */
export const countCopies = (db: Database): Promise<number> =>
  count(db, sql`select count(*)::int as n from contracts_positions where order_type = 2`);

/** Waits until the server has finished its pending work; returns the unfinished rest. */
async function unfinished(db: Database): Promise<string[]> {
  const late = Date.now() + FINISH_MS_MAX;
  for (;;) {
    const open: string[] = [];
    for (const [name, statement] of Object.entries(UNFINISHED)) {
      const n = await count(db, statement);
      if (n > 0) open.push(`${n} ${name}`);
    }
    if (open.length === 0 || Date.now() > late) return open;
    await new Promise((passed) => setTimeout(passed, LOOK_MS));
  }
}

/** Returns contradictions between rows and replies; `done` is the number of successes per path. */
export async function checkRows(db: Database, done: Readonly<Record<string, number>>): Promise<string[]> {
  const wrong = await unfinished(db);
  const { differences } = await auditLedger(db);
  wrong.push(...differences.map((each) => JSON.stringify(each)));
  for (const [path, statement] of Object.entries(ROWS)) {
    const n = await count(db, statement);
    const answered = done[path] ?? 0;
    if (n !== answered) wrong.push(`${path}: ${answered} were answered and ${n} are there`);
  }
  for (const [name, statement] of Object.entries(NEVER)) {
    const n = await count(db, statement);
    if (n > 0) wrong.push(`${name}: ${n}`);
  }
  return wrong;
}
