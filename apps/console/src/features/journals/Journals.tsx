import type { ReplyOf } from '@karat/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Table } from 'antd';
import { useState } from 'react';
import { accountWords } from '../../lib/accounts.ts';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { numberColumn, timeColumn, ShortNumber } from '../../ui/columns.tsx';
import { Failure, Page } from '../../ui/Page.tsx';
import { Older } from '../../ui/Older.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Filters, NO_FILTER, TradesNote, conditionsOf, tradesIn } from './Filters.tsx';
import type { Filter } from './Filters.tsx';

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
  const [filter, choose] = useState<Filter>(NO_FILTER);
  const may = useMay();
  const conditions = conditionsOf(filter);
  const journals = useInfiniteQuery({
    queryKey: ['console/journals', conditions],
    enabled: tradesIn(filter) !== 'need_days',
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/journals', {
        ...conditions,
        limit: PAGE,
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    getNextPageParam: (last) => last.next,
  });
  const isFiltered = Object.keys(conditions).length > 0;
  return (
    <Page
      title="Journals"
      hint="Every movement of money as double entries that sum to zero."
      actions={may('console/ledger_check') && <LedgerCheck />}
    >
      <Filters value={filter} choose={choose} />
      <TradesNote filter={filter} />
      <Rows<Journal>
        read={journals}
        rows={journals.data?.pages.flatMap((page) => page.data)}
        rowKey={(row) => String(row.id)}
        empty={isFiltered ? 'No journal matches the filter' : 'No bookings yet'}
        expand={(row) => <Postings journal={row} />}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Reference', render: (_, row) => <ShortNumber text={row.reference} width={260} /> },
          { title: 'Key', render: (_, row) => <ShortNumber text={row.key} width={320} /> },
        ]}
      />
      <Older read={journals} isShort={(journals.data?.pages.at(-1)?.data.length ?? PAGE) < PAGE} />
    </Page>
  );
}
