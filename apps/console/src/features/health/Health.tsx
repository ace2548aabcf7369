import type { ReplyOf } from '@karat/contract';
import { Card, Col, Row, Statistic, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { age, moment } from '../../lib/format.ts';
import { Figure, numberColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { ClockHalt } from './ClockHalt.tsx';

type System = ReplyOf<'console/health'>;
type Check = System['checks'][number];

const REFRESH_MS = 2_000;
const STATE_COLOR: Record<Check['state'], string> = {
  ok: 'green',
  degraded: 'orange',
  down: 'red',
  off: 'default',
};

const figuresOf = ({ database, memory_mb, sockets, work }: System, now: number) => [
  { title: 'Database latency', value: database.ok ? `${database.latency_ms}` : 'not at all', unit: 'ms' },
  { title: 'Database size', value: String(database.size_mb), unit: 'MB' },
  { title: 'Memory', value: String(memory_mb), unit: 'MB' },
  { title: 'Open sockets', value: String(sockets) },
  { title: 'Due work waiting', value: String(work.due) },
  {
    title: 'Oldest due work',
    value: work.oldest_due_ms === null ? '–' : age(work.oldest_due_ms, now),
  },
];

/** Health of the running system. */
export function Health() {
  const health = useCall('console/health', {}, REFRESH_MS);
  const { data } = health;
  return (
    <Page
      title="Health"
      hint={
        data
          ? `Version ${data.version}, PostgreSQL ${data.database.version}, running since ${moment(data.started_ms)} UTC`
          : ''
      }
    >
      {data?.clock_halt && <ClockHalt halt={data.clock_halt} />}
      <Row gutter={[12, 12]} style={{ marginBottom: 20 }}>
        {(data ? figuresOf(data, health.dataUpdatedAt) : []).map(({ title, value, unit }) => (
          <Col key={title} xs={12} md={8} xl={4}>
            <Card size="small" style={{ height: '100%' }}>
              <Statistic title={title} valueRender={() => <Figure value={value} unit={unit} />} />
            </Card>
          </Col>
        ))}
      </Row>
      <Rows<Check>
        read={health}
        rows={data?.checks}
        rowKey="name"
        empty="No checks"
        columns={[
          { title: 'Check', dataIndex: 'name' },
          {
            title: 'State',
            render: (_, row) => <Tag color={STATE_COLOR[row.state]}>{row.state}</Tag>,
          },
          { title: 'Detail', dataIndex: 'detail' },
          numberColumn('For', (row) => age(row.since_ms, health.dataUpdatedAt)),
        ]}
      />
      <div style={{ height: 20 }} />
      <Rows<System['markets'][number]>
        read={health}
        rows={data?.markets}
        rowKey="symbol"
        empty="No markets"
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          {
            title: 'Index',
            render: (_, row) => (
              <Tag color={row.stale ? 'red' : 'green'}>{row.stale ? 'stale' : 'fresh'}</Tag>
            ),
          },
          numberColumn('Orders in the book', (row) => row.orders),
          numberColumn('Commands waiting', (row) => row.queue),
        ]}
      />
    </Page>
  );
}
