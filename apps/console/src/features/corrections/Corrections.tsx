import { Button, Tag } from 'antd';
import { useState } from 'react';
import { accountWords } from '../../lib/accounts.ts';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { DecideApproval } from '../../ui/Approval.tsx';
import { APPROVAL_COLOURS } from '../../ui/approvals.ts';
import type { Approval as Row } from '../../ui/approvals.ts';
import { Figure, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { AskCorrection } from './AskCorrection.tsx';
import { REASONS } from './words.ts';

const PAGE = 20;
const REFRESH_MS = 5_000;

/** Returns the value of a correction's label. */
const valueOf = (row: Row, label: string): string =>
  row.changes.find((change) => change.label === label)?.after ?? '';
const reasonOf = (row: Row): string =>
  Object.entries(REASONS).find(([code]) => code === valueOf(row, 'Reason'))?.[1] ?? valueOf(row, 'Reason');

/** Splits an amount from its currency. */
function Amount({ text }: { text: string }) {
  const [value = '', unit] = text.split(' ');
  return <Figure value={value} unit={unit} />;
}

/** Balance corrections: requested by one operator, booked when another approves. */
export function Corrections() {
  const [page, turn] = useState(1);
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState<Row | null>(null);
  const rows = useCall('console/approvals', { kind: 'ledger correction', page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Corrections"
      hint="A journal requested by one operator and approved by another. The user sees the journal and its reason."
      actions={
        may('console/correction') && (
          <Button type="primary" onClick={() => setAsking(true)}>
            New correction
          </Button>
        )
      }
    >
      <Rows<Row>
        read={rows}
        rows={rows.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No corrections yet"
        paging={{ page, turn, size: PAGE, total: rows.data?.total ?? 0 }}
        open={setOpen}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'State', render: (_, row) => <Tag color={APPROVAL_COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Account', render: (_, row) => accountWords(row.subject) },
          { title: 'Amount', align: 'right', render: (_, row) => <Amount text={valueOf(row, 'Amount')} /> },
          { title: 'Against', render: (_, row) => accountWords(valueOf(row, 'Against')) },
          {
            title: 'Reason',
            render: (_, row) => <div style={{ maxWidth: 260 }}>{`${reasonOf(row)}: ${row.reason}`}</div>,
          },
          { title: 'Asked by', dataIndex: 'asked_by' },
          timeColumn('Asked (UTC)', (row) => row.created_ms),
          { title: 'Decided by', render: (_, row) => row.decided_by ?? '–' },
        ]}
      />
      {asking && <AskCorrection close={() => setAsking(false)} />}
      {open && <DecideApproval approval={open} close={() => setOpen(null)} />}
    </Page>
  );
}
