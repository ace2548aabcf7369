import type { DepositState, ReplyOf } from '@karat/contract';
import { Button, Select, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';

type Row = ReplyOf<'console/deposits'>['data'][number];

const REFRESH_MS = 5_000;
const STATES: Readonly<Record<DepositState, { readonly label: string; readonly color: string }>> = {
  pending: { label: 'pending', color: 'blue' },
  credited: { label: 'credited', color: 'green' },
  below_minimum: { label: 'below the minimum', color: 'orange' },
  orphaned: { label: 'orphaned', color: 'red' },
  house: { label: "the house's own", color: 'default' },
};
const NAMES = Object.entries(STATES).map(([value, { label }]) => ({ value: value as DepositState, label }));

/** Transfers that the watchers found, newest first. */
export function ChainDeposits() {
  const [state, setState] = useState<DepositState | undefined>();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const deposits = useCall(
    'console/deposits',
    { limit: 20, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) },
    REFRESH_MS,
  );
  const next = deposits.data?.next;
  return (
    <>
      <Select
        allowClear
        aria-label="State"
        placeholder="Any state"
        style={{ width: 200, marginBottom: 16 }}
        options={NAMES}
        value={state ?? null}
        onChange={(chosen) => {
          setState(chosen ?? undefined);
          setCursors([]);
        }}
      />
      <Failure error={deposits.error} retry={() => void deposits.refetch()} />
      <Table<Row>
        rowKey="id"
        size="small"
        loading={deposits.isLoading}
        dataSource={deposits.data?.data ?? []}
        pagination={false}
        scroll={{ x: true }}
        locale={{ emptyText: 'No transfers' }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'UID', dataIndex: 'uid', render: (uid: number | null) => uid ?? 'house' },
          { title: 'Network', dataIndex: 'network' },
          { title: 'Amount', render: (_, row) => `${row.amount} ${row.currency_name}` },
          {
            title: 'Transaction',
            render: (_, row) => (
              <Typography.Text copyable={{ text: row.txid }} style={{ maxWidth: 220 }} ellipsis>
                {row.txid}
              </Typography.Text>
            ),
          },
          { title: 'Block', dataIndex: 'height' },
          { title: 'Confirmations', render: (_, row) => `${row.confirmations}/${row.confirmations_needed}` },
          {
            title: 'State',
            render: (_, row) => <Tag color={STATES[row.state].color}>{STATES[row.state].label}</Tag>,
          },
          { title: 'Seen', dataIndex: 'created_ms', render: moment },
        ]}
      />
      <Button
        style={{ margin: '12px 8px 0 0' }}
        disabled={cursors.length === 0}
        onClick={() => setCursors(cursors.slice(0, -1))}
      >
        Newer
      </Button>
      <Button disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
        Older
      </Button>
    </>
  );
}
