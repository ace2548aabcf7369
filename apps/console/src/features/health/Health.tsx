import { Card, Col, Row, Skeleton, Statistic, Table, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';

const REFRESH_MS = 2_000;

/** The running system at a glance. */
export function Health() {
  const health = useCall('console/health', {}, REFRESH_MS);
  if (health.isLoading) return <Skeleton active />;
  const data = health.data;
  const figures = data && [
    { title: 'Database', value: data.database.ok ? `${data.database.latency_ms} ms` : 'unreachable' },
    { title: 'Database size', value: `${data.database.size_mb} MB` },
    { title: 'Memory', value: `${data.memory_mb} MB` },
    { title: 'Open sockets', value: data.sockets },
    { title: 'Due work waiting', value: data.work.due },
  ];
  return (
    <Page
      title="Health"
      hint={
        data
          ? `Version ${data.version}, PostgreSQL ${data.database.version}, running since ${moment(data.started_ms)} UTC`
          : ''
      }
    >
      <Failure error={health.error} retry={() => void health.refetch()} />
      <Row gutter={[16, 16]} style={{ marginBottom: 24 }}>
        {figures?.map((figure) => (
          <Col key={figure.title} xs={12} md={8} xl={4}>
            <Card size="small">
              <Statistic title={figure.title} value={figure.value} />
            </Card>
          </Col>
        ))}
      </Row>
      <Table
        rowKey="symbol"
        size="small"
        dataSource={data?.markets ?? []}
        pagination={false}
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          {
            title: 'Index',
            render: (_, row) => (
              <Tag color={row.stale ? 'red' : 'green'}>{row.stale ? 'stale' : 'fresh'}</Tag>
            ),
          },
          { title: 'Orders in the book', dataIndex: 'orders', align: 'right' },
          { title: 'Commands waiting', dataIndex: 'queue', align: 'right' },
        ]}
      />
    </Page>
  );
}
