import type { ReplyOf } from '@karat/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Table } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';

type Journal = ReplyOf<'console/journals'>['data'][number];
const PAGE = 50;

/** Recomputes every balance and says what it found. */
function LedgerCheck() {
  const check = useMutation({ mutationFn: () => api.post('console/ledger_check', {}) });
  return (
    <Flex vertical gap={8} align="end">
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        Check all balances
      </Button>
      {check.data &&
        (check.data.differences.length === 0 ? (
          <Alert
            type="success"
            showIcon
            title={`${check.data.accounts} balances agree with ${check.data.journals} journals`}
          />
        ) : (
          <Alert
            type="error"
            showIcon
            title="Balances differ from their postings"
            description={check.data.differences.join('\n')}
          />
        ))}
      <Failure error={check.error} />
    </Flex>
  );
}

/** The movements of one journal. */
function Postings({ journal }: { journal: Journal }) {
  return (
    <Table
      rowKey={(posting) =>
        `${posting.account}/${posting.currency}/${posting.available}/${posting.held}/${posting.reference ?? ''}`
      }
      size="small"
      pagination={false}
      dataSource={journal.postings}
      columns={[
        { title: 'Account', dataIndex: 'account' },
        { title: 'Currency', dataIndex: 'currency' },
        { title: 'Available', dataIndex: 'available', align: 'right' },
        { title: 'Held', dataIndex: 'held', align: 'right' },
        { title: 'About', render: (_, { kind, reference }) => [kind, reference].filter(Boolean).join(' ') },
      ]}
    />
  );
}

/** All journals, newest first, with their postings. */
export function Journals() {
  const [kind, setKind] = useState('');
  const [uid, setUid] = useState('');
  const filter = { ...(kind ? { kind } : {}), ...(uid ? { uid } : {}) };
  const journals = useInfiniteQuery({
    queryKey: ['console/journals', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/journals', { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (last) => last.next,
  });
  return (
    <Page title="Journals" hint="Every movement of money; each sums to zero." actions={<LedgerCheck />}>
      <Flex gap={8} style={{ marginBottom: 16 }} wrap>
        <Input.Search
          aria-label="Kind"
          placeholder="Kind, e.g. transfer"
          allowClear
          onSearch={setKind}
          style={{ width: 240 }}
        />
        <Input.Search
          aria-label="UID"
          placeholder="UID"
          allowClear
          onSearch={setUid}
          style={{ width: 200 }}
        />
      </Flex>
      <Failure error={journals.error} retry={() => void journals.refetch()} />
      <Table<Journal>
        rowKey="id"
        size="small"
        loading={journals.isLoading}
        dataSource={journals.data?.pages.flatMap((page) => page.data) ?? []}
        pagination={false}
        scroll={{ x: true }}
        expandable={{
          expandedRowRender: (row) => <Postings journal={row} />,
        }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Time (UTC)', dataIndex: 'created_ms', render: moment },
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Reference', dataIndex: 'reference' },
          { title: 'Key', dataIndex: 'key', ellipsis: true },
        ]}
      />
      {journals.hasNextPage && (
        <Button
          style={{ marginTop: 16 }}
          loading={journals.isFetchingNextPage}
          onClick={() => void journals.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </Page>
  );
}
