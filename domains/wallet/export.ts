import { ACCOUNT_NAMES, refuse } from '@karat/contract';
import type { CurrencyId, ExportFormat, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { csv, xlsx } from '@karat/platform/spreadsheet';
import type { Cell } from '@karat/platform/spreadsheet';
import { movementsOf, statement, userAccount } from '@karat/domains/ledger';
import type { StatementEntry, StatementFilter } from '@karat/domains/ledger';
import { DAY_MS, utcDay } from '@karat/rules';
import { EXPORT_ROWS_MAX } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import { billRows } from './export-rows.ts';
import { coinTrackingRows, koinlyRows } from './import-rows.ts';

/** Days of a leap year. */
const DAYS_MAX = 366;
/** Reads entries in portions, so that other requests proceed. */
const PORTION = 5_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface ExportRequest extends Omit<StatementFilter, 'accounts'> {
  readonly userId: UserId;
  readonly accounts: StatementFilter['accounts'];
  readonly format: ExportFormat;
  readonly lang: Lang;
}

export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/**
 * Returns the bills of a range as a file, oldest first. Tax formats have whole movements over all accounts, so that an
 * own transfer is none. The default range is the last 366 days. Refuses `export_range` (more than 366 days, or an end
 * before the start), `export_too_large` (more than 100,000 rows), `too_many_requests` while others wait for workbooks.
 */
export async function exportBills(
  deps: WalletDeps,
  request: ExportRequest,
  nameOf: (id: CurrencyId) => string,
): Promise<ExportFile> {
  const { format, lang } = request;
  const [from, to] = rangeOf(request, deps.ctx.clock.now());
  const whole = format === 'koinly' || format === 'cointracking';
  const filter: StatementFilter = whole
    ? { accounts: ACCOUNT_NAMES.map((name) => userAccount(request.userId, name)), from, to }
    : {
        accounts: request.accounts,
        currency: request.currency,
        kind: request.kind,
        kinds: request.kinds,
        from,
        to,
      };
  const entries = await readAll(deps, filter);
  const name = `karat-bills-${utcDay(from)}-${utcDay(to - 1)}`;
  switch (format) {
    case 'csv':
      return textFile(name, billRows(entries, nameOf, lang), true);
    case 'koinly':
      return textFile(`${name}-koinly`, koinlyRows(movementsOf(entries), nameOf));
    case 'cointracking':
      return textFile(`${name}-cointracking`, coinTrackingRows(movementsOf(entries), nameOf));
    case 'xlsx': {
      const rows = [...billRows(entries, nameOf, lang)];
      const body = (await xlsx({ name: 'Bills', rows })) ?? refuse('too_many_requests');
      return { name: `${name}.xlsx`, type: XLSX_TYPE, body };
    }
  }
}

const textFile = (name: string, rows: Iterable<readonly Cell[]>, mark = false): ExportFile => ({
  name: `${name}.csv`,
  type: 'text/csv',
  body: csv(rows, { mark }),
});

function rangeOf(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  now: number,
): readonly [number, number] {
  const end = to ?? now + 1;
  const start = from ?? Math.max(0, end - DAYS_MAX * DAY_MS);
  const days = (end - start) / DAY_MS;
  // The day on which daylight saving time ends has 25 hours.
  if (days <= 0 || days > DAYS_MAX + 1 / 12) refuse('export_range', { days: DAYS_MAX });
  return [start, end];
}

async function readAll(deps: WalletDeps, filter: StatementFilter): Promise<StatementEntry[]> {
  const max = deps.exportRowsMax ?? EXPORT_ROWS_MAX;
  const entries: StatementEntry[] = [];
  for (;;) {
    const limit = Math.min(PORTION, max + 1 - entries.length);
    const portion = await statement(deps.ctx.db, filter, { before: entries.at(-1)?.id, limit });
    entries.push(...portion);
    if (entries.length > max) refuse('export_too_large', { max });
    if (portion.length < limit) return entries.reverse();
  }
}
