import { marketId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createContracts } from '@karat/domains/contracts';
import { createLedger } from '@karat/domains/ledger';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import type { CopytradeDeps } from '../deps.ts';
import { contractsForCopies, createCopytrade } from '../index.ts';

export const BTC = marketId(1);

/** A position written without an engine. Lots of 0.01, without a spread; times in unix ms. */
export interface WrittenPosition {
  readonly id: number;
  readonly user: UserId;
  readonly openedAt: number;
  readonly price: string;
  readonly lots: string;
  readonly fee?: string;
  readonly closes?: readonly { readonly at: number; readonly lots: string; readonly profit: string }[];
  readonly overnight?: { readonly at: number; readonly paid: string };
}

/** Copy trading on rows of positions and ticks: nothing runs but the due work. */
export function tradersFixture(db: Database, now: number) {
  const clock = virtualClock(now);
  const log = silentLog;
  const ctx: Context = {
    db,
    clock,
    random: seededRandom('traders'),
    bus: createBus(() => undefined),
    log,
    demo: true,
  };
  const ledger = createLedger(ctx);
  const contracts = createContracts({
    ctx,
    ledger,
    levelOf: async () => 2,
    notify: async () => undefined,
    market: {
      all: () => [],
      find: () => undefined,
      byPair: () => undefined,
      state: () => 'open',
      index: () => undefined,
      tickAt: async () => undefined,
    },
  });
  const deps: CopytradeDeps = {
    ctx,
    ledger,
    contracts: contractsForCopies(ctx, contracts),
    messages: { notify: async () => undefined, notifyAll: async () => undefined },
    people: async (_, users) => users.map((id) => ({ id, nickname: `user${id}`, headPortrait: null })),
  };
  return { clock, ctx, deps, copytrade: createCopytrade(deps) };
}

export const writeTick = (db: Database, at: number, price: string): Promise<number> =>
  db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    values (${BTC}, ${Math.floor(at / 1000)}, ${price}, 'simulated', '[]')`);

const ms = (at: number | null) => sql`to_timestamp(${at}::float8 / 1000.0)`;

export async function writePosition(db: Database, position: WrittenPosition): Promise<void> {
  const { id, user, openedAt, price, lots, fee = '0', closes = [], overnight } = position;
  const closed = closes.reduce((total, each) => total + Number(each.lots), 0);
  const isClosed = closed === Number(lots);
  const profit = String(closes.reduce((total, each) => total + Number(each.profit), 0));
  const left = isClosed ? (closes.at(-1)?.lots ?? lots) : String(Number(lots) - closed);
  const margin = String(Number(lots) * 30);
  await db.run(sql`
    insert into contracts_positions (id, user_id, market_id, side, mode, order_type, status, multiple, lot_size, spread,
      fee_rate, overnight_rate, origin_lots, lots, price, margin, origin_margin, hold, profit, fee, overnight, insurance,
      close_price, created_at, opened_at, closed_at, version)
    values (${id}, ${user}, ${BTC}, 'long', 'isolated', 1, ${isClosed ? 3 : 1}, 10, 0.01, 0, 0, 0, ${lots}, ${left},
      ${price}, ${isClosed ? '0' : margin}, ${margin}, 0, ${profit}, ${fee}, ${overnight?.paid ?? '0'}, 0,
      ${isClosed ? price : null}, ${ms(openedAt)}, ${ms(openedAt)},
      ${isClosed ? ms(closes.at(-1)?.at ?? openedAt) : sql`null`}, 1)`);
  const fills = [
    { kind: 'open', at: openedAt, lots, profit: '0', fee },
    ...closes.map((close) => ({ kind: 'close', ...close, fee: '0' })),
  ];
  for (const fill of fills)
    await db.run(sql`
      insert into contracts_fills (position_id, user_id, market_id, kind, lots, quantity, price, index_price, tick, margin,
        profit, fee, insurance, absorbed, at)
      values (${id}, ${user}, ${BTC}, ${fill.kind}, ${fill.lots}, 1, ${price}, ${price}, 1, 0, ${fill.profit}, ${fill.fee},
        0, 0, ${ms(fill.at)})`);
  if (overnight)
    await db.run(sql`
      insert into contracts_overnights (position_id, cutoff, index_price, tick, from_available, from_margin)
      values (${id}, ${ms(overnight.at)}, ${price}, 1, ${overnight.paid}, 0)`);
}
