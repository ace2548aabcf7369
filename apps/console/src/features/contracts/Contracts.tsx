import type { ReplyOf } from '@karat/contract';
import { Button, Table, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { ChangeContract } from './ChangeContract.tsx';
import { Funds } from './Funds.tsx';

export type ContractRow = ReplyOf<'console/contracts'>[number];

const COLOURS = {
  open: 'green',
  close_only: 'orange',
  halted: 'red',
  closed: 'default',
  stale: 'red',
} as const;
const REFRESH_MS = 3_000;

/** Contract markets: parameters, caps, and what stands against the house. */
function Exposure({ mayAsk }: { mayAsk: boolean }) {
  const [changing, setChanging] = useState<ContractRow | null>(null);
  const markets = useCall('console/contracts', {}, REFRESH_MS);
  return (
    <>
      <Failure error={markets.error} retry={() => void markets.refetch()} />
      <Table<ContractRow>
        rowKey="match_id"
        size="small"
        loading={markets.isLoading}
        dataSource={markets.data ?? []}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: 'Market', dataIndex: 'symbol', fixed: 'left' },
          {
            title: 'State',
            render: (_, row) => <Tag color={COLOURS[row.now]}>{row.now.replace('_', ' ')}</Tag>,
          },
          { title: 'Index', dataIndex: 'index_price', align: 'right' },
          { title: 'Positions', dataIndex: 'positions', align: 'right' },
          { title: 'Waiting', dataIndex: 'pending', align: 'right' },
          { title: 'Long', dataIndex: 'long_notional', align: 'right' },
          { title: 'Short', dataIndex: 'short_notional', align: 'right' },
          { title: 'Net', dataIndex: 'net_notional', align: 'right' },
          { title: 'Net cap', dataIndex: 'net_cap', align: 'right' },
          { title: 'Gross', dataIndex: 'gross_notional', align: 'right' },
          { title: 'Gross cap', dataIndex: 'gross_cap', align: 'right' },
          { title: 'User cap', dataIndex: 'user_cap', align: 'right' },
          { title: 'Users’ unrealised', dataIndex: 'users_unrealised', align: 'right' },
          { title: 'Spread', dataIndex: 'spread', align: 'right' },
          { title: 'Fee', dataIndex: 'lever_trade_fee', align: 'right' },
          { title: 'Overnight', dataIndex: 'overnight', align: 'right' },
          { title: 'Leverages', render: (_, row) => row.multiples.join(', ') },
          {
            title: '',
            fixed: 'right',
            render: (_, row) => mayAsk && <Button onClick={() => setChanging(row)}>Change</Button>,
          },
        ]}
      />
      {changing && <ChangeContract market={changing} close={() => setChanging(null)} />}
    </>
  );
}

/** Contracts: nobody sets a price or an outcome here; parameters and halts take two people. */
export function Contracts() {
  const me = useCall('console/me', {});
  const role = me.data?.role;
  const seesFunds = role === 'finance' || role === 'risk' || role === 'admin';
  return (
    <Page
      title="Contracts"
      hint="Parameters, caps and halts need a second person. Open positions keep the terms they were opened at."
    >
      <Tabs
        items={[
          {
            key: 'exposure',
            label: 'Exposure',
            children: <Exposure mayAsk={role === 'risk' || role === 'admin'} />,
          },
          ...(seesFunds
            ? [
                {
                  key: 'funds',
                  label: 'Funds',
                  children: <Funds mayAsk={role === 'finance' || role === 'admin'} />,
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}
