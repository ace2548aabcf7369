import type { ReplyOf } from '@karat/contract';
import { Button, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { AskCorrection } from './AskCorrection.tsx';
import { REASONS } from './words.ts';

type Row = ReplyOf<'console/approvals'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
const COLOURS = { asked: 'blue', approved: 'green', refused: 'red', expired: 'default' } as const;

const text = (row: Row, name: string): string => String(row.payload[name] ?? '');
const reasonOf = (row: Row): string =>
  Object.entries(REASONS).find(([code]) => code === row.payload['reason'])?.[1] ?? text(row, 'reason');

/** Corrections of balances: asked for by one operator, booked when another approves. */
export function Corrections() {
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState(false);
  const rows = useCall('console/approvals', { kind: 'ledger correction', page, limit: PAGE }, REFRESH_MS);
  return (
    <Page
      title="Corrections"
      hint="A journal with a reason, made by one operator and approved by another; the user sees both it and the reason."
      actions={
        <Button type="primary" onClick={() => setAsking(true)}>
          New correction
        </Button>
      }
    >
      <Failure error={rows.error} retry={() => void rows.refetch()} />
      <Table<Row>
        rowKey="id"
        loading={rows.isLoading}
        dataSource={rows.data?.data ?? []}
        locale={{ emptyText: 'No balance has been corrected' }}
        scroll={{ x: true }}
        pagination={{
          ...{ current: page, pageSize: PAGE, total: rows.data?.total ?? 0 },
          ...{ onChange: setPage, showSizeChanger: false },
        }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Account', render: (_, row) => text(row, 'account_name') },
          {
            title: 'Amount',
            align: 'right',
            render: (_, row) => `${text(row, 'amount')} ${text(row, 'coin')}`,
          },
          { title: 'Against', render: (_, row) => text(row, 'counter_name') },
          { title: 'Reason', render: (_, row) => `${reasonOf(row)}: ${row.reason}` },
          { title: 'Asked', render: (_, row) => `${row.asked_by}, ${moment(row.created_ms)}` },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Decided by', render: (_, row) => row.decided_by ?? '–' },
        ]}
      />
      {asking && <AskCorrection close={() => setAsking(false)} />}
    </Page>
  );
}
