import type { ReplyOf } from '@karat/contract';
import { useCall } from '../../lib/api.ts';
import { Page, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Plans } from './Plans.tsx';

type Totals = ReplyOf<'console/recurring_totals'>[number];

const REFRESH_MS = 10_000;

/** Plans by market: what falls due soon, and how the last week went. */
function MarketTotals() {
  const totals = useCall('console/recurring_totals', {}, REFRESH_MS);
  return (
    <Part title="Markets">
      <Rows<Totals>
        read={totals}
        rows={totals.data}
        rowKey="symbol"
        empty="No plan yet"
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          numberColumn('Active', (row) => row.active),
          numberColumn('Paused', (row) => row.paused),
          numberColumn(
            'Due within a day',
            (row) => row.due_day,
            (row) => row.legal_name,
          ),
          numberColumn('Bought, 7 days', (row) => row.bought_week),
          numberColumn('Not bought, 7 days', (row) => row.failed_week),
          timeColumn('Overdue since', (row) => row.overdue_ms),
        ]}
      />
    </Part>
  );
}

/** Plans of recurring buy and their results. */
export function Recurring() {
  return (
    <Page
      title="Recurring buy"
      hint="Plans buy through the order book. Halt the product to pause all plans; dates that pass meanwhile are skipped."
    >
      <MarketTotals />
      <Plans />
    </Page>
  );
}
