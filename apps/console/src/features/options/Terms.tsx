import { Button, Tag } from 'antd';
import { deeds, figures } from '../../ui/figures.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { changeCurrency, changeDuration, changeRegions, newDuration } from './changes.ts';
import type { Change, Dashboard } from './changes.ts';

type Ask = ((change: Change) => void) | undefined;
type Open = Dashboard['exposure'][number];
type Duration = Dashboard['durations'][number];
type Currency = Dashboard['currencies'][number];

function Offered({ is }: { is: boolean }) {
  return <Tag color={is ? 'green' : 'default'}>{is ? 'yes' : 'no'}</Tag>;
}

/** The button at the end of a line, for those who may ask. */
const asking = <Row,>(ask: Ask, change: (row: Row) => Change) =>
  deeds<Row>(
    (row) =>
      ask && (
        <Button size="small" onClick={() => ask(change(row))}>
          Change
        </Button>
      ),
  );

/** What is open, by market and currency. */
export function Exposure({ rows }: { rows: readonly Open[] }) {
  return (
    <Part title="Open">
      <Rows<Open>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => `${row.match_id}:${row.currency_name}`}
        empty="No option is open"
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Paid in', dataIndex: 'currency_name' },
          figures('Orders', (row) => row.orders),
          figures('Staked up', (row) => row.stake_up),
          figures('Staked down', (row) => row.stake_down),
          figures('Owed if up', (row) => row.owed_up),
          figures('Owed if down', (row) => row.owed_down),
        ]}
      />
    </Part>
  );
}

/** Durations on offer. */
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
          figures(
            'Duration',
            (row) => row.seconds,
            () => 's',
          ),
          figures(
            'Profit',
            (row) => row.profit_ratio,
            () => '%',
          ),
          figures(
            'Break-even',
            (row) => row.break_even,
            () => '%',
          ),
          figures('Smallest stake', (row) => row.min_amount),
          figures('Largest stake', (row) => row.max_amount),
          { title: 'Offered', render: (_, row) => <Offered is={row.status === 1} /> },
          asking(ask, changeDuration),
        ]}
      />
    </Part>
  );
}

/** Limits by the currency that is staked. */
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
          figures('Smallest stake', (row) => row.min_stake),
          figures('Largest stake', (row) => row.max_stake),
          figures('Open per user', (row) => row.user_max),
          figures('Owed per market and expiry', (row) => row.window_max),
          figures('Owed in all', (row) => row.pool_max),
          { title: 'Offered', render: (_, row) => <Offered is={row.enabled} /> },
          asking(ask, changeCurrency),
        ]}
      />
    </Part>
  );
}

/** Where no option may be taken. */
export function Regions({ of: regions, ask }: { of: readonly string[]; ask: Ask }) {
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
