import { refuse } from '@karat/contract';
import type { Contract, MarketId, Reply, UserId, UserRecords } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { empty, firstIdAfter, firstIdSince, sql } from '@karat/platform/db';
import type { FoundRows, Queries, Sql } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { Cell } from '@karat/platform/spreadsheet';
import { auditLook } from './audited.ts';
import type { ConsoleDeps } from './console.ts';
import {
  FILE_ROWS_MAX,
  PORTION,
  before,
  conditionsOf,
  cursorPage,
  fileOf,
  readAll,
  timeCell,
} from './record-files.ts';
import type { FileGate } from './record-files.ts';
import { selectRecords } from './user-record-source.ts';
import type { UserRecordRow } from './user-record-source.ts';

type Calls = Pick<Handlers<Contract['operators']>, 'console/user_records' | 'console/user_records_export'>;
type RecordView = Reply<Contract['operators']['console/user_records']>['data'][number];

interface Times {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Ids of the records that a range of times can contain, found by the index on user and id. */
async function idsOf(
  db: Queries,
  parts: readonly Sql[],
  { from, to }: Times,
): Promise<{ from: number; before: number }> {
  const newest = await db.maybe<UserRecordRow>(selectRecords(parts, sql`true`, 'desc', 1));
  const end = (newest?.id ?? 0) + 1;
  const readFrom = (id: number) => db.maybe<UserRecordRow>(selectRecords(parts, sql`id >= ${id}`, 'asc', 1));
  return {
    from: from === undefined ? 1 : await firstIdSince(readFrom, end, from),
    before: to === undefined ? end : await firstIdAfter(readFrom, end, to),
  };
}

/** Returns records newest first, below the record `page.before`. Times are unix ms, `from` included, `to` excluded. */
export async function readUserRecords(
  db: Queries,
  parts: readonly Sql[],
  times: Times,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<FoundRows<UserRecordRow>> {
  const ids = await idsOf(db, parts, times);
  const conditions = sql`
    id >= ${ids.from} and id < ${Math.min(ids.before, page.before ?? ids.before)}
    ${times.from === undefined ? empty : sql`and at >= to_timestamp(${times.from} / 1000.0)`}
    ${times.to === undefined ? empty : sql`and at < to_timestamp(${times.to} / 1000.0)`}`;
  const rows = await db.rows<UserRecordRow>(selectRecords(parts, conditions, 'desc', page.limit + 1));
  const shown = rows.slice(0, page.limit);
  return { rows: shown, next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Units of a record: the currency of an option or a transfer, or those of the market. */
function unitsOf({ ledger, markets }: ConsoleDeps, row: UserRecordRow) {
  const market: Market | undefined = row.market === null ? undefined : markets.find(row.market);
  const currency = row.currency === null ? undefined : ledger.currencyCode({ currency: row.currency });
  const unit = (name: UserRecordRow['amount_in']): string => {
    switch (name) {
      case 'base':
        return market?.baseName ?? '';
      case 'quote':
        return market?.quoteName ?? '';
      case 'lots':
        return 'lots';
      case null:
        return currency ?? market?.quoteName ?? '';
    }
  };
  return { subject: market?.symbol ?? currency ?? symbolOfUnknown(row.market), unit };
}

const symbolOfUnknown = (market: MarketId | null): string => (market === null ? '' : String(market));

function viewOf(deps: ConsoleDeps, row: UserRecordRow): RecordView {
  const { subject, unit } = unitsOf(deps, row);
  return {
    id: row.id,
    created_ms: row.at,
    ended_ms: row.ended,
    subject,
    side: row.side,
    type: row.type,
    state: row.state,
    price: row.price,
    exit_price: row.exit_price,
    amount: row.amount,
    amount_unit: unit(row.amount_in),
    filled: row.filled,
    total: row.total,
    total_unit: unit(null),
    fee: row.fee,
    fee_unit: unit(row.fee_in),
    detail: row.detail,
  };
}

const HEADINGS = [
  'No.',
  'Created (UTC)',
  'Ended (UTC)',
  'Market or currency',
  'Side',
  'Type',
  'State',
  'Price',
  'Exit price',
  'Amount',
  'Unit',
  'Filled or closed',
  'Total',
  'Unit',
  'Fee',
  'Unit',
  'Detail',
];
const numberCell = (decimal: string | null): Cell => (decimal === null ? '' : { decimal });

function* recordCells(views: readonly RecordView[]): Generator<readonly Cell[]> {
  yield HEADINGS;
  for (const view of views)
    yield [
      { decimal: String(view.id) },
      timeCell(view.created_ms),
      view.ended_ms === null ? '' : timeCell(view.ended_ms),
      view.subject,
      view.side ?? '',
      view.type,
      view.state,
      numberCell(view.price),
      numberCell(view.exit_price),
      numberCell(view.amount),
      view.amount_unit,
      numberCell(view.filled),
      numberCell(view.total),
      view.total === null ? '' : view.total_unit,
      numberCell(view.fee),
      view.fee === null ? '' : view.fee_unit,
      view.detail,
    ];
}

/** Answers the records of a user. Each look, and each file, is in the audit log. */
export function userRecordHandlers(deps: ConsoleDeps, gate: FileGate): Calls {
  const { ctx, users } = deps;
  const sourceOf = async (user: UserId, records: UserRecords): Promise<readonly Sql[]> => {
    if (!(await users.find(user))) refuse('not_found');
    return deps.userRecords[records](user);
  };
  return {
    'console/user_records': async ({ input: { uid, records, cursor, limit, ...times }, caller }) => {
      const source = await sourceOf(uid, records);
      const page = { before: before(cursor), limit };
      if (cursor === undefined)
        await auditLook(
          ctx,
          caller,
          'look at user records',
          `user:${uid}`,
          conditionsOf({ records, ...times }),
        );
      return cursorPage(await readUserRecords(ctx.db, source, times, page), (row) => viewOf(deps, row));
    },
    'console/user_records_export': ({ input: { uid, records, ...times }, caller }) =>
      gate(async () => {
        const source = await sourceOf(uid, records);
        const rows = await readAll(
          (last) => readUserRecords(ctx.db, source, times, { before: last, limit: PORTION }),
          deps.fileRowsMax ?? FILE_ROWS_MAX,
        );
        const cells = recordCells(rows.map((row) => viewOf(deps, row)));
        return fileOf(ctx, caller, {
          records: 'user records',
          subject: `user:${uid}`,
          conditions: conditionsOf({ records, ...times }),
          count: rows.length,
          rows: cells,
        });
      }),
  };
}
