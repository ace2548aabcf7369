import type { ReplyOf } from '@karat/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { api } from '../../lib/api.ts';
import { ExactNumber, timeColumn } from '../../ui/columns.tsx';
import { Failure, Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Entry = ReplyOf<'console/audit'>['data'][number];

const PAGE = 50;

/** Verifies the hash chain and shows the result. */
function ChainCheck() {
  const check = useMutation({ mutationFn: () => api.post('console/audit_check', {}) });
  return (
    <Flex vertical gap={8} align="end">
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        Check the chain
      </Button>
      {check.data &&
        (check.data.broken_at === null ? (
          <Alert
            type="success"
            showIcon
            title={`${check.data.entries} entries, chain whole, head ${check.data.head.slice(0, 16)}`}
          />
        ) : (
          <Alert type="error" showIcon title={`The chain breaks at entry ${check.data.broken_at}`} />
        ))}
      <Failure error={check.error} />
    </Flex>
  );
}

/** Actions of operators, newest first. */
export function Audit() {
  const entries = useInfiniteQuery({
    queryKey: ['console/audit'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/audit', { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (last) => last.next,
  });
  return (
    <Page
      title="Audit log"
      hint="Append-only; each entry carries the hash of the one before. The last entry is signed every minute."
      actions={<ChainCheck />}
    >
      <Rows<Entry>
        read={entries}
        rows={entries.data?.pages.flatMap((page) => page.data)}
        rowKey={(row) => String(row.id)}
        empty="Nobody has done anything yet"
        columns={[
          { title: 'No.', dataIndex: 'id' },
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'Operator', dataIndex: 'operator' },
          { title: 'Action', dataIndex: 'action' },
          { title: 'Subject', dataIndex: 'subject' },
          {
            title: 'Detail',
            render: (_, row) => (
              <div style={{ minWidth: 240, maxWidth: 260 }}>
                <ExactNumber>{row.detail}</ExactNumber>
              </div>
            ),
          },
          { title: 'Hash', render: (_, row) => <ExactNumber>{row.hash.slice(0, 12)}</ExactNumber> },
        ]}
      />
      {entries.hasNextPage && (
        <Button
          style={{ marginTop: 16 }}
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </Page>
  );
}
