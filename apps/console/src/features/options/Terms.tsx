import { FLAG } from '@karat/contract';
import { Button, Tag } from 'antd';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { changeCurrency, changeDuration, changeRegions, newDuration } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import type { Dashboard } from './changes.ts';

type Ask = ((change: Change) => void) | undefined;
type Open = Dashboard['exposure'][number];
type Duration = Dashboard['durations'][number];
type Currency = Dashboard['currencies'][number];

function Offered({ is }: { is: boolean }) {
  return <Tag color={is ? 'green' : 'default'}>{is ? 'yes' : 'no'}</Tag>;
}

/** Button of a row, for roles that may request changes. */
const asking = <Row,>(ask: Ask, change: (row: Row) => Change) =>
  actionsColumn<Row>(
    (row) =>
      ask && (
        <Button size="small" onClick={() => ask(change(row))}>
          Change
        </Button>
      ),
  );

/** Open options by market and currency. */
export function Exposure({ rows }: { rows: readonly Open[] }) {
  return (
    <Part title="Open">
      <Rows<Open>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => `${row.match_id}:${row.currency_name}`}
        empty="No open options"
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Paid in', dataIndex: 'currency_name' },
          numberColumn('Orders', (row) => row.orders),
          numberColumn('Staked up', (row) => row.stake_up),
          numberColumn('Staked down', (row) => row.stake_down),
          numberColumn('Owed if up', (row) => row.owed_up),
          numberColumn('Owed if down', (row) => row.owed_down),
        ]}
      />
    </Part>
  );
}

export function Durations({ rows, ask }: { rows: readonly Duration[]; ask: Ask }) {
  return (
    <Part
      title="Durations"
      extra={
        ask && (
          <Button size="small" onClick={() => ask(newDuration(rows))}>
            New duration
          </Button>
        )
      }
    >
      <Rows<Duration>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => String(row.seconds)}
        empty="No duration is offered"
        columns={[
          numberColumn(
            'Duration',
            (row) => row.seconds,
            () => 's',
          ),
          numberColumn(
            'Profit',
            (row) => row.profit_ratio,
            () => '%',
          ),
          numberColumn(
            'Break-even',
            (row) => row.break_even,
            () => '%',
          ),
          numberColumn('Smallest stake', (row) => row.min_amount),
          numberColumn('Largest stake', (row) => row.max_amount),
          { title: 'Offered', render: (_, row) => <Offered is={row.status === FLAG.yes} /> },
          asking(ask, changeDuration),
        ]}
      />
    </Part>
  );
}

/** Limits by stake currency. */
export function Currencies({ rows, ask }: { rows: readonly Currency[]; ask: Ask }) {
  return (
    <Part title="Currencies">
      <Rows<Currency>
        read={CAME_ALONG}
        rows={rows}
        rowKey="currency_name"
        empty="No currency can be staked"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Smallest stake', (row) => row.min_stake),
          numberColumn('Largest stake', (row) => row.max_stake),
          numberColumn('Open per user', (row) => row.user_max),
          numberColumn('Owed per market and expiry', (row) => row.window_max),
          numberColumn('Owed in all', (row) => row.pool_max),
          { title: 'Offered', render: (_, row) => <Offered is={row.enabled} /> },
          asking(ask, changeCurrency),
        ]}
      />
    </Part>
  );
}

/** Regions where options are not offered. */
export function Regions({ regions, ask }: { regions: readonly string[]; ask: Ask }) {
  return (
    <Part
      title="Regions without options"
      extra={
        ask && (
          <Button size="small" onClick={() => ask(changeRegions(regions))}>
            Change
          </Button>
        )
      }
    >
      {regions.length === 0 ? 'None' : regions.map((region) => <Tag key={region}>{region}</Tag>)}
    </Part>
  );
}
