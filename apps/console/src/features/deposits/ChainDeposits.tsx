import type { DepositState, ReplyOf } from '@karat/contract';
import { Button, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { numberColumn, timeColumn, ShortNumber } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

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

/** Transfers found on the chains, newest first. */
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
      <Rows<Row>
        read={deposits}
        rows={deposits.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No chain deposits yet"
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'UID', render: (_, row) => (row.uid === null ? 'house' : <UserLink uid={row.uid} />) },
          { title: 'Network', dataIndex: 'network' },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.currency_name,
          ),
          { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} width={220} /> },
          numberColumn('Block', (row) => row.height),
          {
            title: 'Confirmations',
            align: 'right',
            className: 'figure',
            render: (_, row) => `${row.confirmations} of ${row.confirmations_needed}`,
          },
          {
            title: 'State',
            render: (_, row) => <Tag color={STATES[row.state].color}>{STATES[row.state].label}</Tag>,
          },
          timeColumn('Seen (UTC)', (row) => row.created_ms),
        ]}
      />
      <Space style={{ marginTop: 12 }}>
        <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          Newer
        </Button>
        <Button disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
          Older
        </Button>
      </Space>
    </>
  );
}
