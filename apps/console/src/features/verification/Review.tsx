import type { ReplyOf } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Drawer, Flex, Image, Skeleton, Table, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { Decision } from './Decision.tsx';
import { Remarks } from './Remarks.tsx';
import { COLOURS, ID_TYPES, LEVELS, REASONS } from './words.ts';

type Facts = ReplyOf<'console/verification'>;
type Earlier = Facts['history'][number];
type Duplicate = Facts['duplicates'][number];

/** One side of the document. It is loaded once and kept nowhere but on this page. */
function Side({ id, side }: { id: number; side: 'front' | 'reverse' }) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    api.file('console/verification_picture', { id, side }).then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (failure: Error) => setError(failure),
    );
    return () => {
      left = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, side]);
  if (error) return <Failure error={error} />;
  const name = side === 'front' ? 'Front of the document' : 'Back of the document';
  return address === null ? <Skeleton.Image active /> : <Image src={address} alt={name} width={260} />;
}

const identityItems = (identity: NonNullable<Facts['identity']>) => [
  { key: 'type', label: 'Document', children: ID_TYPES[identity.id_type] },
  { key: 'name', label: 'Name', children: identity.name },
  { key: 'card', label: 'Number', children: <Typography.Text code>{identity.card_id}</Typography.Text> },
];

function sentItems({ request, identity }: Facts) {
  if (request.level === 2)
    return identity
      ? identityItems(identity)
      : [{ key: 'none', label: 'Level 1', children: 'set without data' }];
  return identityItems({
    ...{ id_type: request.id_type ?? 0, name: request.name ?? '', card_id: request.card_id ?? '' },
  });
}

function Account({ account }: { account: Facts['account'] }) {
  return (
    <Descriptions
      title="Account"
      column={1}
      size="small"
      bordered
      items={[
        {
          key: 'uid',
          label: 'UID',
          children: (
            <>
              {account.uid} ({account.nickname}) {account.demo && <Tag>demo</Tag>}
              {account.status === 'frozen' && <Tag color="red">frozen</Tag>}
            </>
          ),
        },
        { key: 'level', label: 'Level now', children: account.level },
        { key: 'email', label: 'E-mail', children: account.email ?? '–' },
        { key: 'phone', label: 'Phone', children: account.phone ?? '–' },
        { key: 'since', label: 'Open since', children: moment(account.created_ms) },
      ]}
    />
  );
}

function History({ rows }: { rows: readonly Earlier[] }) {
  return (
    <Table<Earlier>
      title={() => 'Earlier requests'}
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...rows]}
      locale={{ emptyText: 'This is the first one' }}
      columns={[
        { title: 'No.', dataIndex: 'id' },
        { title: 'Level', dataIndex: 'level' },
        { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
        {
          title: 'Reason',
          render: (_, row) => [row.reason && REASONS[row.reason], row.note].filter(Boolean).join(': '),
        },
        { title: 'By', render: (_, row) => row.decided_by ?? '–' },
        { title: 'Sent', dataIndex: 'created_ms', render: moment },
      ]}
    />
  );
}

function Duplicates({ rows }: { rows: readonly Duplicate[] }) {
  return (
    <Table<Duplicate>
      title={() => 'The same document or picture elsewhere'}
      size="small"
      rowKey={(row) => `${row.by}:${row.uid}:${row.id ?? 0}`}
      pagination={false}
      dataSource={[...rows]}
      locale={{ emptyText: 'Not seen elsewhere' }}
      columns={[
        { title: 'UID', dataIndex: 'uid' },
        { title: 'Same', dataIndex: 'by' },
        { title: 'State', render: (_, row) => row.state ?? '–' },
        { title: 'Sent', render: (_, row) => moment(row.created_ms) },
      ]}
    />
  );
}

function Body({ facts, close }: { facts: Facts; close: () => void }) {
  const { request } = facts;
  return (
    <Flex vertical gap={16}>
      {request.simulated && (
        <Alert
          type="info"
          showIcon
          title="The automatic check is a local simulation: it looked at form only and asked no authority."
        />
      )}
      <Descriptions
        title={request.level === 1 ? 'What was sent in' : 'Level 1, for comparison'}
        column={1}
        size="small"
        bordered
        items={[
          ...sentItems(facts),
          {
            key: 'remarks',
            label: `Remarks (${request.provider})`,
            children: <Remarks remarks={request.remarks} />,
          },
        ]}
      />
      {request.pictures && (
        <Flex gap={12} wrap>
          <Side id={request.id} side="front" />
          <Side id={request.id} side="reverse" />
        </Flex>
      )}
      <Account account={facts.account} />
      <Duplicates rows={facts.duplicates} />
      <History rows={facts.history} />
      {request.state === 'auditing' ? (
        <Decision id={request.id} close={close} />
      ) : (
        <Typography.Text>
          {request.state} by {request.decided_by} on {moment(request.decided_ms)}
          {request.reason && `: ${REASONS[request.reason]}. ${request.note}`}
        </Typography.Text>
      )}
    </Flex>
  );
}

/** A request with everything that a reviewer has to see. It is read once: each reading is a line in the audit log. */
export function Review({ id, close }: { id: number; close: () => void }) {
  const facts = useQuery({
    queryKey: ['console/verification', id],
    queryFn: () => api.get('console/verification', { id }),
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, retry: false },
  });
  const title = facts.data ? `Request ${id}: ${LEVELS[facts.data.request.level]}` : `Request ${id}`;
  return (
    <Drawer open size={640} title={title} onClose={close}>
      <Failure error={facts.error} retry={() => void facts.refetch()} />
      {facts.isLoading && <Skeleton active />}
      {facts.data && <Body facts={facts.data} close={close} />}
    </Drawer>
  );
}
