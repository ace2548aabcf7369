import { Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { DecideApproval } from '../../ui/Approval.tsx';
import { APPROVAL_STATES } from '../../ui/approvals.ts';
import type { Approval } from '../../ui/approvals.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';

const PAGE = 20;
const REFRESH_MS = 5_000;

/** The changed values in one line; the full request shows all. */
function Summary({ approval: { changes } }: { approval: Approval }) {
  const text = changes
    .filter(({ before, after }) => before !== after)
    .map(({ label, before, after }) => `${label}: ${before ?? 'none'} → ${after ?? 'none'}`)
    .join(' · ');
  return (
    <div
      title={text}
      style={{ maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {text}
    </div>
  );
}

/** Approval requests, open and decided. */
export function Approvals() {
  const { value: state, choose, page, turn } = useFilter<(typeof APPROVAL_STATES)[number]>('asked');
  const [open, setOpen] = useState<Approval | null>(null);
  const approvals = useCall('console/approvals', { state, page, limit: PAGE }, REFRESH_MS);
  return (
    <Page
      title="Approvals"
      hint="Operators cannot approve their own requests."
      actions={
        <Segmented
          options={APPROVAL_STATES.map((value) => ({ value, label: value === 'asked' ? 'pending' : value }))}
          value={state}
          onChange={choose}
        />
      }
    >
      <Rows<Approval>
        read={approvals}
        rows={approvals.data?.data}
        rowKey={(row) => String(row.id)}
        empty={state === 'asked' ? 'No requests are waiting for approval' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: approvals.data?.total ?? 0 }}
        open={setOpen}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'What', dataIndex: 'title' },
          { title: 'Subject', dataIndex: 'subject' },
          { title: 'Change', render: (_, row) => <Summary approval={row} /> },
          {
            title: 'Reason',
            render: (_, row) => <div style={{ maxWidth: 200, minWidth: 120 }}>{row.reason}</div>,
          },
          {
            title: 'Asked by',
            render: (_, row) => (
              <>
                {row.asked_by} {row.own && <Tag>you</Tag>}
              </>
            ),
          },
          state === 'asked'
            ? {
                title: 'Waits',
                className: 'figure',
                render: (_, row) => age(row.created_ms, approvals.dataUpdatedAt),
              }
            : timeColumn('Asked (UTC)', (row) => row.created_ms),
          ...(state === 'asked'
            ? []
            : [{ title: 'Decided by', render: (_: unknown, row: Approval) => row.decided_by ?? '–' }]),
        ]}
      />
      {open && <DecideApproval approval={open} close={() => setOpen(null)} />}
    </Page>
  );
}
