import type { ReplyOf } from '@karat/contract';
import { Button, Segmented, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { Decide } from './Decide.tsx';

export type Approval = ReplyOf<'console/approvals'>['data'][number];

const PAGE = 20;
const COLOURS = { asked: 'blue', approved: 'green', refused: 'red', expired: 'default' } as const;
const STATES = ['asked', 'approved', 'refused', 'expired'] as const;
const REFRESH_MS = 5_000;

/** What waits for a second person, and what became of earlier requests. */
export function Approvals() {
  const [state, setState] = useState<(typeof STATES)[number]>('asked');
  const [page, setPage] = useState(1);
  const [deciding, setDeciding] = useState<Approval | null>(null);
  const approvals = useCall('console/approvals', { state, page, limit: PAGE }, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayDecide = me.data?.role === 'risk' || me.data?.role === 'admin';
  return (
    <Page
      title="Approvals"
      hint="Nobody approves what they asked for themselves."
      actions={
        <Segmented
          options={[...STATES]}
          value={state}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      }
    >
      <Failure error={approvals.error} retry={() => void approvals.refetch()} />
      <Table<Approval>
        rowKey="id"
        loading={approvals.isLoading}
        dataSource={approvals.data?.data ?? []}
        locale={{ emptyText: state === 'asked' ? 'Nothing waits for approval' : 'Nothing here' }}
        scroll={{ x: true }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: approvals.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'What', render: (_, row) => `${row.kind} ${row.subject}` },
          {
            title: 'Change',
            render: (_, row) =>
              Object.entries(row.payload).map(([name, value]) => (
                <div key={name}>{`${name}: ${String(value)}`}</div>
              )),
          },
          { title: 'Reason', dataIndex: 'reason' },
          { title: 'Asked by', dataIndex: 'asked_by' },
          { title: 'Asked', dataIndex: 'created_ms', render: moment },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Decided by', dataIndex: 'decided_by', render: (text: string | null) => text ?? '–' },
          {
            title: '',
            render: (_, row) =>
              mayDecide && row.state === 'asked' && <Button onClick={() => setDeciding(row)}>Look</Button>,
          },
        ]}
      />
      {deciding && <Decide approval={deciding} close={() => setDeciding(null)} />}
    </Page>
  );
}
