import type { NftReportState } from '@karat/contract';
import { Drawer, Form, Segmented, Select, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { PAGE, REFRESH_MS, REPORT_REASONS } from './words.ts';
import type { Report } from './words.ts';

type Outcome = Exclude<NftReportState, 'open'>;

const STATES: readonly { readonly value: NftReportState; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'hidden', label: 'Work hidden' },
  { value: 'corrected', label: 'Books corrected' },
];
const COLOURS = { open: 'blue', dismissed: 'default', hidden: 'gold', corrected: 'green' } as const;
const OUTCOMES: readonly { readonly value: Outcome; readonly label: string }[] = [
  { value: 'dismissed', label: 'Dismiss: nothing was found' },
  { value: 'hidden', label: 'Hide the work' },
  { value: 'corrected', label: 'The books were corrected' },
];

/** Closes a report with an answer. */
function Close({ report, close }: { report: Report; close: () => void }) {
  const outcomes = OUTCOMES.filter(({ value }) => value !== 'hidden' || report.artwork_id !== null);
  return (
    <Part title="Close the report">
      <AskForm<{ state: Outcome }>
        initial={{ state: 'dismissed' }}
        reason="Answer; the user reads it"
        button="Close the report"
        said="Closed. The user has been notified."
        close={close}
        send={({ state, reason }) => api.post('console/nft_report', { id: report.id, state, answer: reason })}
      >
        <Form.Item name="state" label="Outcome" extra="To correct a balance, request it under Corrections.">
          <Select options={outcomes} />
        </Form.Item>
      </AskForm>
    </Part>
  );
}

/** A report with what it is about. */
function ReportReview({ report, close }: { report: Report; close: () => void }) {
  const may = useMay();
  return (
    <Drawer open size={560} title={`Report ${report.id}: ${report.name}`} onClose={close} destroyOnHidden>
      <Facts
        label="Report"
        facts={[
          ['From', <UserLink key="uid" uid={report.uid} />],
          ['Work', `${report.name} (${report.code})`],
          ['Artwork', report.artwork_id === null ? '–' : String(report.artwork_id)],
          ['Order', report.order === null ? '–' : String(report.order)],
          ['Reason', REPORT_REASONS[report.reason]],
          ['Text', report.text],
          [
            'State',
            <Tag key="state" color={COLOURS[report.state]}>
              {report.state}
            </Tag>,
          ],
          ['Sent', `${moment(report.created_ms)} UTC`],
          ...(report.decided_by === null
            ? []
            : [['Closed', `${report.decided_by}, ${moment(report.decided_ms)} UTC`] as const]),
          ...(report.answer === null ? [] : [['Answer', report.answer] as const]),
        ]}
      />
      {report.state === 'open' && may('console/nft_report') && <Close report={report} close={close} />}
    </Drawer>
  );
}

/** Reports of users, open ones first. */
export function Reports() {
  const { value, choose, page, turn } = useFilter<NftReportState>('open');
  const [open, setOpen] = useState<number | null>(null);
  const reports = useCall('console/nft_reports', { state: value, page, limit: PAGE }, REFRESH_MS);
  const shown = reports.data?.data.find(({ id }) => id === open);
  return (
    <Part
      title="Reports"
      extra={<Segmented<NftReportState> options={[...STATES]} value={value} onChange={choose} size="small" />}
    >
      <Rows<Report>
        read={reports}
        rows={reports.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value === 'open' ? 'No report is open' : 'None'}
        paging={{ page, turn, size: PAGE, total: reports.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'From', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Work', dataIndex: 'name' },
          { title: 'Code', dataIndex: 'code' },
          { title: 'Order', render: (_, row) => row.order ?? '–' },
          { title: 'Reason', render: (_, row) => REPORT_REASONS[row.reason] },
          { title: 'Text', render: (_, row) => <div style={{ width: 260 }}>{row.text}</div> },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
          timeColumn('Closed (UTC)', (row) => row.decided_ms),
        ]}
      />
      {shown && <ReportReview key={shown.id} report={shown} close={() => setOpen(null)} />}
    </Part>
  );
}
