import type { ReplyOf } from '@karat/contract';
import { Button, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { ChangeMarket } from './ChangeMarket.tsx';

export type MarketRow = ReplyOf<'console/markets'>[number];

const STATE_COLOURS = { open: 'green', cancel_only: 'orange', halted: 'red' } as const;
const REFRESH_MS = 3_000;

/** Markets with their state and fees. Changes are asked for here and approved by somebody else. */
export function Markets() {
  const [changing, setChanging] = useState<MarketRow | null>(null);
  const markets = useCall('console/markets', {}, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayAsk = me.data?.role === 'risk' || me.data?.role === 'admin';
  return (
    <Page title="Markets" hint="A change of fees or state needs a second person.">
      <Failure error={markets.error} retry={() => void markets.refetch()} />
      <Table<MarketRow>
        rowKey="match_id"
        size="small"
        loading={markets.isLoading}
        dataSource={markets.data ?? []}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'State', render: (_, row) => <Tag color={STATE_COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Last', dataIndex: 'now_price', align: 'right' },
          {
            title: 'Index',
            align: 'right',
            render: (_, row) =>
              row.stale ? (
                <Tag color="red">{row.broken ? 'sources disagree' : 'stale'}</Tag>
              ) : (
                row.index_price
              ),
          },
          { title: 'Maker fee', dataIndex: 'maker_fee', align: 'right' },
          { title: 'Taker fee', dataIndex: 'taker_fee', align: 'right' },
          { title: 'Band', dataIndex: 'band', align: 'right' },
          { title: 'Minimum', dataIndex: 'min_notional', align: 'right' },
          { title: 'Open orders', dataIndex: 'open_orders', align: 'right' },
          {
            title: '',
            render: (_, row) => mayAsk && <Button onClick={() => setChanging(row)}>Change</Button>,
          },
        ]}
      />
      {changing && <ChangeMarket market={changing} close={() => setChanging(null)} />}
    </Page>
  );
}
