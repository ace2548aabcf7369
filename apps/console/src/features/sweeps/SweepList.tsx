import type { ReplyOf, SweepReason, SweepState } from '@karat/contract';
import { Button, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Row = ReplyOf<'console/sweeps'>['data'][number];

const REFRESH_MS = 5_000;
const STATES: Readonly<Record<SweepState, { readonly label: string; readonly color: string }>> = {
  planned: { label: 'planned', color: 'default' },
  signing: { label: 'signing', color: 'blue' },
  signed: { label: 'signed', color: 'blue' },
  sent: { label: 'sent', color: 'blue' },
  done: { label: 'done', color: 'green' },
  failed: { label: 'failed', color: 'red' },
};
const REASONS: Readonly<Record<SweepReason, string>> = {
  nothing: 'nothing to move at the address',
  reverted: 'the chain reverted the transfer',
  replaced: 'another transaction took the nonce',
};
const LEGS: Readonly<Record<Row['leg'], string>> = { gas: 'gas to the address', collect: 'collection' };
const NAMES = Object.entries(STATES).map(([value, { label }]) => ({ value: value as SweepState, label }));

/** Sweeps with their current transfer. */
export function SweepList() {
  const [state, setState] = useState<SweepState | undefined>();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const input = { limit: 20, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) };
  const sweeps = useCall('console/sweeps', input, REFRESH_MS);
  const next = sweeps.data?.next;
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
        read={sweeps}
        rows={sweeps.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No sweep yet"
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Network', dataIndex: 'network' },
          { title: 'Sweeps', dataIndex: 'currency_name' },
          { title: 'Address', render: (_, row) => <ShortNumber text={row.address} /> },
          { title: 'Transfer', render: (_, row) => LEGS[row.leg] },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.amount_currency,
          ),
          { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} width={220} /> },
          numberColumn('Attempts', (row) => row.attempts),
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
          { title: 'Problem', render: (_, row) => (row.reason === null ? row.problem : REASONS[row.reason]) },
          timeColumn('Planned (UTC)', (row) => row.created_ms),
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
