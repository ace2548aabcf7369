import type { ReplyOf } from '@karat/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Table } from 'antd';
import { useState } from 'react';
import { accountWords } from '../../lib/accounts.ts';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { numberColumn, timeColumn, ShortNumber } from '../../ui/columns.tsx';
import { Failure, Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Journal = ReplyOf<'console/journals'>['data'][number];
const PAGE = 50;

/** Recomputes every balance and shows the result. */
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

/** The postings of a journal. */
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
        { title: 'Account', render: (_, { account }) => accountWords(account) },
        { title: 'Currency', dataIndex: 'currency' },
        numberColumn<Journal['postings'][number]>('Available', (row) => row.available),
        numberColumn<Journal['postings'][number]>('Held', (row) => row.held),
        { title: 'About', render: (_, { kind, reference }) => [kind, reference].filter(Boolean).join(' ') },
      ]}
    />
  );
}

/** All journals, newest first, with their postings. */
export function Journals() {
  const [kind, setKind] = useState('');
  const [uid, setUid] = useState('');
  const may = useMay();
  const filter = { ...(kind ? { kind } : {}), ...(uid ? { uid } : {}) };
  const journals = useInfiniteQuery({
    queryKey: ['console/journals', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/journals', { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (last) => last.next,
  });
  return (
    <Page
      title="Journals"
      hint="Every movement of money; each sums to zero."
      actions={may('console/ledger_check') && <LedgerCheck />}
    >
      <Flex gap={8} style={{ marginBottom: 16 }} wrap>
        <Input.Search
          aria-label="Kind"
          placeholder="Kind, e.g. transfer"
          allowClear
          onSearch={(text) => setKind(text.trim())}
          style={{ width: 240 }}
        />
        <Input.Search
          aria-label="UID"
          placeholder="UID"
          allowClear
          onSearch={(text) => setUid(text.trim())}
          style={{ width: 200 }}
        />
      </Flex>
      <Rows<Journal>
        read={journals}
        rows={journals.data?.pages.flatMap((page) => page.data)}
        rowKey={(row) => String(row.id)}
        empty={kind || uid ? 'No journal is of this kind and user' : 'Nothing has been booked yet'}
        expand={(row) => <Postings journal={row} />}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Reference', render: (_, row) => <ShortNumber text={row.reference} width={260} /> },
          { title: 'Key', render: (_, row) => <ShortNumber text={row.key} width={320} /> },
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
