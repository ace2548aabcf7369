import type { ReplyOf } from '@karat/contract';
import { Alert, Tag } from 'antd';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../lib/api.ts';
import { age, words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { Time } from '../../ui/Time.tsx';
import { DailyFigures } from './DailyFigures.tsx';
import { Risk } from './Risk.tsx';

type Queues = ReplyOf<'console/dashboard'>;
type Queue = Queues['approvals'][number];
type Liability = ReplyOf<'console/liabilities'>['rows'][number];

const REFRESH_MS = 15_000;

function QueueTable({ rows, now, empty }: { rows: readonly Queue[]; now: number; empty: string }) {
  return (
    <Rows<Queue>
      read={CAME_ALONG}
      rows={rows}
      rowKey="name"
      empty={empty}
      columns={[
        { title: 'Queue', render: (_, { name }) => words(name) },
        numberColumn('Waiting', (row) => row.count),
        numberColumn('Oldest', (row) => age(row.oldest_ms, now)),
      ]}
    />
  );
}

/** Approvals and withdrawals that wait. */
function Queues() {
  const read = useCall('console/dashboard', {}, REFRESH_MS);
  return (
    <Loaded read={read}>
      {({ at_ms: at, approvals, withdrawals, halted }) => (
        <>
          {halted.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`Payouts are halted on ${halted.join(', ')}`}
              action={<Link to="/withdrawals">Withdrawals</Link>}
            />
          )}
          <Part title="Approvals" extra={<Time ms={at} />}>
            <QueueTable rows={approvals} now={at} empty="No requests are waiting for approval" />
          </Part>
          <Part title="Withdrawals" extra={<Time ms={at} />}>
            <QueueTable rows={withdrawals} now={at} empty="No open withdrawals" />
          </Part>
        </>
      )}
    </Loaded>
  );
}

const stateOf = ({ matches }: Liability) =>
  matches === null ? '–' : matches ? <Tag color="green">agrees</Tag> : <Tag color="red">differs</Tag>;

/** What users own against what lies on the chains. */
function Liabilities() {
  const read = useCall('console/liabilities', {}, REFRESH_MS);
  return (
    <Part title="Liabilities and custody" extra={read.data && <Time ms={read.data.at_ms} />}>
      <Rows<Liability>
        read={read}
        rows={read.data?.rows}
        rowKey="currency_name"
        empty="No bookings yet"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Users own', (row) => row.users),
          numberColumn('House owns', (row) => row.house),
          numberColumn('Custody by the books', (row) => row.booked),
          numberColumn('On the chains', (row) => row.chain),
          { title: 'Comparison', render: (_, row) => stateOf(row) },
          timeColumn('Compared (UTC)', (row) => row.checked_ms),
        ]}
      />
    </Part>
  );
}

/** State of the checks that are not in order. */
function Checks() {
  const read = useCall('console/health', {}, REFRESH_MS);
  const wrong = read.data?.checks.filter(({ state }) => state === 'down' || state === 'degraded') ?? [];
  return (
    <Part title="Health" extra={<Link to="/health">All checks</Link>}>
      <Loaded read={read}>
        {({ clock_halt }) =>
          wrong.length === 0 && clock_halt === null ? (
            <Alert type="success" showIcon title="Every check is in order" />
          ) : (
            <Alert
              type="error"
              showIcon
              title={[...(clock_halt ? ['clock halt'] : []), ...wrong.map(({ name }) => name)].join(', ')}
            />
          )
        }
      </Loaded>
    </Part>
  );
}

/** First page: queues, health, figures by day, and for those who read the books liabilities and open risk. */
export function Dashboard() {
  const may = useMay();
  return (
    <Page title="Dashboard" hint="Updated every 15 seconds, daily figures every 30.">
      <Checks />
      <Queues />
      <DailyFigures />
      {may('console/liabilities') && <Liabilities />}
      {may('console/contract_funds') && <Risk />}
    </Page>
  );
}
