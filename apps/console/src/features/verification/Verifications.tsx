import type { ReplyOf } from '@karat/contract';
import { Button, Flex, InputNumber, Segmented, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { Remarks } from './Remarks.tsx';
import { Review } from './Review.tsx';
import { SetLevel } from './SetLevel.tsx';
import { COLOURS, LEVELS, STATES } from '../../lib/verification-states.ts';

type Row = ReplyOf<'console/verifications'>['data'][number];
interface Filter {
  readonly state: (typeof STATES)[number];
  readonly uid: number | null;
}

const PAGE = 20;
const REFRESH_MS = 5_000;

const COLUMNS: NonNullable<TableProps<Row>['columns']> = [
  { title: 'No.', dataIndex: 'id' },
  {
    title: 'UID',
    render: (_, row) => (
      <>
        <UserLink uid={row.uid} /> {row.demo && <Tag>demo</Tag>}
      </>
    ),
  },
  { title: 'Level', render: (_, row) => LEVELS[row.level] },
  { title: 'Name', render: (_, row) => row.name ?? '–' },
  { title: 'Remarks', render: (_, row) => <Remarks remarks={row.remarks} /> },
  numberColumn('Try', (row) => row.tries),
  timeColumn('Sent (UTC)', (row) => row.created_ms),
];
/** Columns that differ between open and decided requests. */
const waits = (now: number) => ({
  title: 'Waits',
  className: 'figure',
  render: (_: unknown, row: Row) => age(row.created_ms, now),
});
const decided = [
  { title: 'State', render: (_: unknown, row: Row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
  { title: 'Decided by', render: (_: unknown, row: Row) => row.decided_by ?? '–' },
  timeColumn('Decided (UTC)', (row: Row) => row.decided_ms),
];

/** Verification requests, the longest waiting first. */
export function Verifications() {
  const { value, choose, page, turn } = useFilter<Filter>({ state: 'auditing', uid: null });
  const { state, uid } = value;
  const [looking, setLooking] = useState<number | null>(null);
  const [setting, setSetting] = useState(false);
  const sent = { state, page, limit: PAGE, ...(uid === null ? {} : { uid }) };
  const requests = useCall('console/verifications', sent, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Verification"
      hint="Each view of a document is recorded in the audit log."
      actions={
        <Flex gap={8} wrap>
          <InputNumber
            placeholder="UID"
            aria-label="UID"
            min={1}
            precision={0}
            controls={false}
            value={uid}
            onChange={(next) => choose({ state, uid: next })}
          />
          <Segmented options={[...STATES]} value={state} onChange={(next) => choose({ state: next, uid })} />
          {may('console/verification_override') && (
            <Button onClick={() => setSetting(true)}>Set a level</Button>
          )}
        </Flex>
      }
    >
      <Rows<Row>
        read={requests}
        rows={requests.data?.data}
        rowKey={(row) => String(row.id)}
        empty={state === 'auditing' ? 'No request is waiting' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: requests.data?.total ?? 0 }}
        open={(row) => setLooking(row.id)}
        columns={[...COLUMNS, ...(state === 'auditing' ? [waits(requests.dataUpdatedAt)] : decided)]}
      />
      {looking !== null && <Review id={looking} close={() => setLooking(null)} />}
      {setting && <SetLevel uid={uid} close={() => setSetting(false)} />}
    </Page>
  );
}
