import type { ReplyOf } from '@karat/contract';
import { Button, Card, Descriptions, Flex, Progress, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { ChangeTerms } from './ChangeTerms.tsx';

type Dashboard = ReplyOf<'console/options'>;
type Asking = Omit<ComponentProps<typeof ChangeTerms>, 'close'>;

const REFRESH_MS = 3_000;
const text = (name: string, label: string) => ({ name, label, kind: 'text' as const });
const enabled = { name: 'enabled', label: 'Offered', kind: 'switch' as const };

const durationFields = [
  text('profit_ratio', 'Profit of a win, percent of the stake'),
  text('min_amount', 'Smallest stake'),
  text('max_amount', 'Largest stake'),
  enabled,
];
const currencyFields = [
  text('min_stake', 'Smallest stake'),
  text('max_stake', 'Largest stake'),
  text('user_max', 'Open stakes of one user'),
  text('window_max', 'Owed for one market and expiry'),
  text('pool_max', 'Owed in all'),
  enabled,
];

const changeDuration = (row: Dashboard['durations'][number]): Asking => ({
  title: `Options of ${row.seconds} s`,
  change: { call: 'console/option_duration', fixed: { seconds: row.seconds } },
  fields: durationFields,
  initial: { ...row, enabled: row.status === 1 } as unknown as Record<string, string | boolean>,
});
const newDuration: Asking = {
  title: 'New duration',
  change: { call: 'console/option_duration', fixed: {} },
  fields: [text('seconds', 'Seconds'), ...durationFields],
  initial: { enabled: true },
};
const changeCurrency = (row: Dashboard['currencies'][number]): Asking => {
  const { currency_id: id, currency_name: name, ...initial } = row;
  return {
    title: `Options paid in ${name}`,
    change: { call: 'console/option_currency', fixed: { currency_id: id } },
    fields: currencyFields,
    initial,
  };
};
const changeRegions = (regions: readonly string[]): Asking => ({
  title: 'Regions without options',
  change: { call: 'console/option_regions', fixed: {} },
  fields: [text('regions', 'ISO country codes, comma between')],
  initial: { regions: regions.join(', ') },
});

/** Share of the cap that is owed, in percent, for the bar only. */
const shareOf = (owed: string, cap: string): number =>
  Math.min(100, Math.round((Number(owed) / Number(cap)) * 100));

function Pools({ pools }: { pools: Dashboard['pools'] }) {
  return (
    <Flex gap={16} wrap>
      {pools.map((pool) => (
        <Card
          key={pool.currency_name}
          size="small"
          title={`Pool ${pool.currency_name}`}
          style={{ minWidth: 280 }}
        >
          <Descriptions
            column={1}
            size="small"
            items={[
              { key: 'a', label: 'Free', children: pool.available },
              { key: 'o', label: 'Owed', children: pool.owed },
              { key: 'c', label: 'Cap', children: pool.pool_max },
            ]}
          />
          <Progress percent={shareOf(pool.owed, pool.pool_max)} size="small" />
        </Card>
      ))}
    </Flex>
  );
}

function Today({ day }: { day: Dashboard['day'] }) {
  return (
    <Card size="small" title="Settled today (UTC)">
      <Descriptions
        size="small"
        column={{ xs: 2, md: 4 }}
        items={[
          { key: 's', label: 'Settled', children: day.settled },
          { key: 'w', label: 'Won', children: day.wins },
          { key: 'l', label: 'Lost', children: day.losses },
          { key: 't', label: 'Tied', children: day.ties },
          { key: 'v', label: 'Void', children: day.voids },
          { key: 'k', label: 'Staked', children: day.staked },
          { key: 'r', label: 'Paid back', children: day.returned },
          { key: 'p', label: 'Lateness p99', children: `${day.lateness_p99_ms} ms` },
        ]}
      />
    </Card>
  );
}

type Ask = ((asking: Asking) => void) | undefined;

function Exposure({ rows }: { rows: Dashboard['exposure'] }) {
  return (
    <Table<Dashboard['exposure'][number]>
      title={() => 'Open'}
      rowKey={(row) => `${row.match_id}:${row.currency_name}`}
      size="small"
      dataSource={rows}
      pagination={false}
      scroll={{ x: true }}
      columns={[
        { title: 'Market', dataIndex: 'symbol' },
        { title: 'Paid in', dataIndex: 'currency_name' },
        { title: 'Orders', dataIndex: 'orders', align: 'right' },
        { title: 'Staked up', dataIndex: 'stake_up', align: 'right' },
        { title: 'Staked down', dataIndex: 'stake_down', align: 'right' },
        { title: 'Owed if up', dataIndex: 'owed_up', align: 'right' },
        { title: 'Owed if down', dataIndex: 'owed_down', align: 'right' },
      ]}
    />
  );
}

function Durations({ rows, ask }: { rows: Dashboard['durations']; ask: Ask }) {
  return (
    <Table<Dashboard['durations'][number]>
      title={() => (
        <Flex justify="space-between">
          Durations {ask && <Button onClick={() => ask(newDuration)}>New duration</Button>}
        </Flex>
      )}
      rowKey="id"
      size="small"
      dataSource={rows}
      pagination={false}
      scroll={{ x: true }}
      columns={[
        { title: 'Seconds', dataIndex: 'seconds', align: 'right' },
        { title: 'Profit, %', dataIndex: 'profit_ratio', align: 'right' },
        { title: 'Break-even, %', dataIndex: 'break_even', align: 'right' },
        { title: 'Smallest stake', dataIndex: 'min_amount', align: 'right' },
        { title: 'Largest stake', dataIndex: 'max_amount', align: 'right' },
        {
          title: 'Offered',
          render: (_, row) => (
            <Tag color={row.status === 1 ? 'green' : 'default'}>{row.status === 1 ? 'yes' : 'no'}</Tag>
          ),
        },
        {
          title: '',
          render: (_, row) => ask && <Button onClick={() => ask(changeDuration(row))}>Change</Button>,
        },
      ]}
    />
  );
}

function Currencies({ rows, ask }: { rows: Dashboard['currencies']; ask: Ask }) {
  return (
    <Table<Dashboard['currencies'][number]>
      title={() => 'Currencies'}
      rowKey="currency_id"
      size="small"
      dataSource={rows}
      pagination={false}
      scroll={{ x: true }}
      columns={[
        { title: 'Currency', dataIndex: 'currency_name' },
        { title: 'Stakes', render: (_, row) => `${row.min_stake} to ${row.max_stake}` },
        { title: 'Open per user', dataIndex: 'user_max', align: 'right' },
        { title: 'Owed per market and expiry', dataIndex: 'window_max', align: 'right' },
        { title: 'Owed in all', dataIndex: 'pool_max', align: 'right' },
        {
          title: '',
          render: (_, row) => ask && <Button onClick={() => ask(changeCurrency(row))}>Change</Button>,
        },
      ]}
    />
  );
}

/** Terms of seconds options, what the pool owes, what is open. Outcomes come from the index: nothing here reaches them. */
export function Options() {
  const [asking, setAsking] = useState<Asking | null>(null);
  const options = useCall('console/options', {}, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayAsk = me.data?.role === 'risk' || me.data?.role === 'admin';
  const { data } = options;
  return (
    <Page
      title="Options"
      hint="Terms hold for new orders and need a second person. Outcomes follow from the published index alone."
    >
      <Failure error={options.error} retry={() => void options.refetch()} />
      {data && (
        <Space direction="vertical" size={16} style={{ width: '100%' }}>
          <Pools pools={data.pools} />
          <Today day={data.day} />
          <Exposure rows={data.exposure} />
          <Durations rows={data.durations} ask={mayAsk ? setAsking : undefined} />
          <Currencies rows={data.currencies} ask={mayAsk ? setAsking : undefined} />
          <Card
            size="small"
            title="Regions without options"
            extra={mayAsk && <Button onClick={() => setAsking(changeRegions(data.regions))}>Change</Button>}
          >
            {data.regions.length === 0
              ? 'None'
              : data.regions.map((region) => <Tag key={region}>{region}</Tag>)}
          </Card>
        </Space>
      )}
      {asking && <ChangeTerms {...asking} close={() => setAsking(null)} />}
    </Page>
  );
}
