import { Table } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';

/** What the house holds, by account; shards are summed. */
export function House() {
  const house = useCall('console/house', {});
  return (
    <Page
      title="House accounts"
      hint="Only the account of the outside world may be below zero: it owes what was paid in."
    >
      <Failure error={house.error} retry={() => void house.refetch()} />
      <Table
        rowKey={(row) => `${row.account}/${row.currency}`}
        size="small"
        loading={house.isLoading}
        dataSource={house.data ?? []}
        pagination={false}
        columns={[
          { title: 'Account', dataIndex: 'account' },
          { title: 'Currency', dataIndex: 'currency' },
          { title: 'Available', dataIndex: 'available', align: 'right' },
          { title: 'Held', dataIndex: 'held', align: 'right' },
        ]}
      />
    </Page>
  );
}
