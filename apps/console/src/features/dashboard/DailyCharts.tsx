import { DAILY_PRODUCTS } from '@karat/contract';
import { DayChart } from '../../ui/DayChart.tsx';
import type { Series } from '../../ui/DayChart.tsx';
import { PRODUCT_NAMES } from '../../lib/product-names.ts';
import type { DayRow } from './daily.ts';

const byProduct = (rows: readonly DayRow[], of: 'volume' | 'fees'): Series[] =>
  DAILY_PRODUCTS.map((product) => ({
    name: PRODUCT_NAMES[product],
    values: rows.map((row) => Number(row[of][product])),
  }));

/** Charts of the figures by day. */
export function DailyCharts({ rows, length }: { rows: readonly DayRow[]; length: number }) {
  const days = rows.map(({ day }) => day);
  const running = new Set(rows.filter(({ complete }) => !complete).map(({ day }) => day));
  const axis = { days, length, running };
  const seriesOf = (name: string, of: (row: DayRow) => string | number): Series => ({
    name,
    values: rows.map((row) => Number(of(row))),
  });
  return (
    <div className="day-charts">
      <DayChart
        {...axis}
        title="Volume"
        unit="USDT"
        stacked
        series={byProduct(rows, 'volume')}
        empty="No trades in this period"
      />
      <DayChart
        {...axis}
        title="Fees"
        unit="USDT"
        stacked
        series={byProduct(rows, 'fees')}
        empty="No fees in this period"
      />
      <DayChart
        {...axis}
        title="Users"
        stacked={false}
        series={[
          seriesOf('Active', (row) => row.active_users),
          seriesOf('Registrations', (row) => row.registrations),
        ]}
        empty="No registrations or active users in this period"
      />
      <DayChart
        {...axis}
        title="Deposits and withdrawals"
        unit="USDT"
        stacked={false}
        series={[
          seriesOf('Deposits', (row) => row.deposits),
          seriesOf('Withdrawals', (row) => row.withdrawals),
        ]}
        empty="No deposits or withdrawals in this period"
      />
    </div>
  );
}
