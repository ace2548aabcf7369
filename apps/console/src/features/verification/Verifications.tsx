import type { ReplyOf } from '@karat/contract';
import { Button, Flex, InputNumber, Segmented, Table, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { Remarks } from './Remarks.tsx';
import { Review } from './Review.tsx';
import { SetLevel } from './SetLevel.tsx';
import { COLOURS, LEVELS, STATES } from './words.ts';

type Row = ReplyOf<'console/verifications'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;

const COLUMNS: NonNullable<TableProps<Row>['columns']> = [
  { title: 'No.', dataIndex: 'id' },
  {
    title: 'UID',
    render: (_, row) => (
      <>
        {row.uid} {row.demo && <Tag>demo</Tag>}
      </>
    ),
  },
  { title: 'Level', render: (_, row) => LEVELS[row.level] },
  { title: 'Name', render: (_, row) => row.name ?? '–' },
  { title: 'Remarks', render: (_, row) => <Remarks remarks={row.remarks} /> },
  { title: 'Try', dataIndex: 'tries' },
  { title: 'Sent', dataIndex: 'created_ms', render: moment },
  { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
  { title: 'Decided by', render: (_, row) => row.decided_by ?? '–' },
];

/** Requests for verification, the longest waiting first. */
export function Verifications() {
  const [state, setState] = useState<(typeof STATES)[number]>('auditing');
  const [uid, setUid] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [looking, setLooking] = useState<number | null>(null);
  const [setting, setSetting] = useState(false);
  const filter = { state, page, limit: PAGE, ...(uid === null ? {} : { uid }) };
  const requests = useCall('console/verifications', filter, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayOverride = me.data?.role === 'risk' || me.data?.role === 'admin';
  return (
    <Page
      title="Verification"
      hint="Every look at a document is written to the audit log."
      actions={
        <Flex gap={8} wrap>
          <InputNumber
            placeholder="UID"
            aria-label="UID"
            min={1}
            precision={0}
            value={uid}
            onChange={setUid}
          />
          <Segmented
            options={[...STATES]}
            value={state}
            onChange={(next) => {
              setState(next);
              setPage(1);
            }}
          />
          {mayOverride && <Button onClick={() => setSetting(true)}>Set a level</Button>}
        </Flex>
      }
    >
      <Failure error={requests.error} retry={() => void requests.refetch()} />
      <Table<Row>
        rowKey="id"
        loading={requests.isLoading}
        dataSource={requests.data?.data ?? []}
        locale={{ emptyText: state === 'auditing' ? 'Nobody waits for a review' : 'Nothing here' }}
        scroll={{ x: true }}
        pagination={{
          ...{ current: page, pageSize: PAGE, total: requests.data?.total ?? 0 },
          ...{ onChange: setPage, showSizeChanger: false },
        }}
        columns={[
          ...COLUMNS,
          { title: '', render: (_, row) => <Button onClick={() => setLooking(row.id)}>Look</Button> },
        ]}
      />
      {looking !== null && <Review id={looking} close={() => setLooking(null)} />}
      {setting && <SetLevel uid={uid} close={() => setSetting(false)} />}
    </Page>
  );
}
