import type { ReplyOf } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Flex, Skeleton, Tag } from 'antd';
import { useCallback } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/Facts.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { ExactNumber, timeColumn } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { Decision } from './Decision.tsx';
import { Remarks } from './Remarks.tsx';
import { COLOURS, LEVELS } from '../../lib/verification-states.ts';
import { ID_TYPES, REASONS } from './words.ts';

type Known = ReplyOf<'console/verification'>;
type Earlier = Known['history'][number];
type Duplicate = Known['duplicates'][number];

/** One side of the document; each view is written to the audit log. */
function Side({ id, side }: { id: number; side: 'front' | 'reverse' }) {
  const load = useCallback(() => api.file('console/verification_picture', { id, side }), [id, side]);
  const name = side === 'front' ? 'Front of the document' : 'Back of the document';
  return <PrivatePicture load={load} name={name} width={280} />;
}

const identityFacts = (identity: NonNullable<Known['identity']>): readonly Fact[] => [
  ['Document', ID_TYPES[identity.id_type]],
  ['Name', identity.name],
  ['Number', <ExactNumber key="number">{identity.card_id}</ExactNumber>],
];

function sentFacts({ request, identity }: Known): readonly Fact[] {
  if (request.level === 2) return identity ? identityFacts(identity) : [['Level 1', 'set without data']];
  return identityFacts({
    id_type: request.id_type ?? 0,
    name: request.name ?? '',
    card_id: request.card_id ?? '',
  });
}

const accountFacts = ({ account }: Known): readonly Fact[] => [
  [
    'UID',
    <Flex key="uid" gap={8} wrap>
      <UserLink uid={account.uid} /> {account.nickname}
      {account.demo && <Tag>demo</Tag>}
      {account.status === 'frozen' && <Tag color="red">frozen</Tag>}
    </Flex>,
  ],
  ['Level now', account.level],
  ['E-mail', account.email ?? '–'],
  ['Phone', account.phone ?? '–'],
  ['Open since', `${moment(account.created_ms)} UTC`],
];

function History({ rows }: { rows: readonly Earlier[] }) {
  return (
    <Part title="Earlier requests">
      <Rows<Earlier>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => String(row.id)}
        empty="First submission"
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Level', dataIndex: 'level' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          {
            title: 'Reason',
            render: (_, row) => (
              <div style={{ maxWidth: 220 }}>
                {[row.reason && REASONS[row.reason], row.note].filter(Boolean).join(': ')}
              </div>
            ),
          },
          { title: 'By', render: (_, row) => row.decided_by ?? '–' },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
        ]}
      />
    </Part>
  );
}

function Duplicates({ rows }: { rows: readonly Duplicate[] }) {
  return (
    <Part title="Shared with other accounts">
      {rows.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 8 }}
          title="Another account shares this, so the risk team has to approve it."
        />
      )}
      <Rows<Duplicate>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => `${row.by}:${row.uid}:${row.id ?? 0}`}
        empty="Not seen elsewhere"
        columns={[
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Same', dataIndex: 'by' },
          {
            title: 'State',
            render: (_, row) => (row.state ? <Tag color={COLOURS[row.state]}>{row.state}</Tag> : '–'),
          },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
        ]}
      />
    </Part>
  );
}

function Body({ known, close }: { known: Known; close: () => void }) {
  const { request } = known;
  const may = useMay();
  return (
    <>
      {request.simulated && (
        <Alert
          type="info"
          showIcon
          title="The automatic check is a local simulation: it checked the format only, no registry."
        />
      )}
      <Part title={request.level === 1 ? 'What was sent in' : 'Level 1, for comparison'}>
        <Facts
          facts={[
            ...sentFacts(known),
            ['Sent', `${moment(request.created_ms)} UTC, try ${request.tries}`],
            [`Remarks (${request.provider})`, <Remarks key="remarks" remarks={request.remarks} />],
          ]}
        />
      </Part>
      {request.pictures && (
        <Flex gap={12} wrap style={{ marginTop: 16 }}>
          <Side id={request.id} side="front" />
          <Side id={request.id} side="reverse" />
        </Flex>
      )}
      <Part title="Account">
        <Facts facts={accountFacts(known)} />
      </Part>
      <Duplicates rows={known.duplicates} />
      <History rows={known.history} />
      {request.state === 'auditing'
        ? may('console/verification_decide') && (
            <Decision id={request.id} shared={known.duplicates.length > 0} close={close} />
          )
        : decidedOf(request)}
    </>
  );
}

const decidedOf = (request: Known['request']) => (
  <Alert
    style={{ marginTop: 24 }}
    type={request.state === 'verified' ? 'success' : 'error'}
    title={`${request.state} by ${request.decided_by ?? '–'}, ${moment(request.decided_ms)} UTC`}
    description={request.reason && `${REASONS[request.reason]}. ${request.note}`}
  />
);

/** A request with everything that its review needs. Read once: each read is written to the audit log. */
export function Review({ id, close }: { id: number; close: () => void }) {
  const known = useQuery({
    queryKey: ['console/verification', id],
    queryFn: () => api.get('console/verification', { id }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { once: true },
  });
  const title = known.data ? `Request ${id}: ${LEVELS[known.data.request.level]}` : `Request ${id}`;
  return (
    <Drawer open size={680} title={title} onClose={close}>
      <Failure error={known.error} retry={() => void known.refetch()} />
      {known.isLoading && <Skeleton active />}
      {known.data && <Body known={known.data} close={close} />}
    </Drawer>
  );
}
