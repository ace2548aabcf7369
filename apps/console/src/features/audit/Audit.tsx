import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Table, Typography } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';

const PAGE = 50;

/** Recomputes the chain and says whether it is whole. */
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

/** What operators did, newest first. */
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
      hint="Append-only; each entry carries the hash of the one before."
      actions={<ChainCheck />}
    >
      <Failure error={entries.error} retry={() => void entries.refetch()} />
      <Table
        rowKey="id"
        size="small"
        loading={entries.isLoading}
        dataSource={entries.data?.pages.flatMap((page) => page.data) ?? []}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Time (UTC)', dataIndex: 'created_ms', render: moment },
          { title: 'Operator', dataIndex: 'operator' },
          { title: 'Action', dataIndex: 'action' },
          { title: 'Subject', dataIndex: 'subject' },
          { title: 'Detail', dataIndex: 'detail' },
          {
            title: 'Hash',
            dataIndex: 'hash',
            render: (hash: string) => <Typography.Text code>{hash.slice(0, 12)}</Typography.Text>,
          },
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
