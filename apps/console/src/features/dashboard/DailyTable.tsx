import { DAILY_PRODUCTS } from '@karat/contract';
import { useState } from 'react';
import { overview } from '../../lib/format.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { PRODUCT_NAMES } from '../../lib/product-names.ts';
import type { DayRow } from './daily.ts';

const sumColumn = (title: string, of: (row: DayRow) => string) => ({
  title,
  align: 'right' as const,
  render: (_: unknown, row: DayRow) => <span className="figure">{overview(of(row))}</span>,
});

const byProduct = (of: 'volume' | 'fees') =>
  DAILY_PRODUCTS.map((product) => sumColumn(PRODUCT_NAMES[product], (row) => row[of][product]));

const PAGE = 30;

/** The figures of the charts as a table, newest day first; amounts in USDT. */
export function DailyTable({ rows }: { rows: readonly DayRow[] }) {
  const [page, setPage] = useState(1);
  const newest = rows.toReversed();
  // A shorter period has fewer pages.
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / PAGE)));
  return (
    <Rows<DayRow>
      read={CAME_ALONG}
      rows={newest.slice((shown - 1) * PAGE, shown * PAGE)}
      rowKey="day"
      empty="No complete day yet"
      paging={{ page: shown, size: PAGE, total: rows.length, turn: setPage }}
      columns={[
        {
          title: 'Day (UTC)',
          render: (_, { day, complete }) => (
            <span className="figure">
              {day}
              {!complete && <span className="unit"> so far</span>}
            </span>
          ),
        },
        { title: 'Volume, USDT', children: byProduct('volume') },
        { title: 'Fees, USDT', children: byProduct('fees') },
        numberColumn('Registrations', (row) => row.registrations),
        numberColumn('Active users', (row) => row.active_users),
        {
          title: 'Deposits',
          children: [
            sumColumn('USDT', (row) => row.deposits),
            numberColumn<DayRow>('Count', (row) => row.deposits_count),
          ],
        },
        {
          title: 'Withdrawals',
          children: [
            sumColumn('USDT', (row) => row.withdrawals),
            numberColumn<DayRow>('Count', (row) => row.withdrawals_count),
          ],
        },
      ]}
    />
  );
}
