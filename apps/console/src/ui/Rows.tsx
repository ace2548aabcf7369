import { Button, Skeleton, Table, Typography } from 'antd';
import type { TableProps, TableRef } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { actionsColumn } from './columns.tsx';
import { Failure } from './Page.tsx';

/** What a list needs to know of how it was read. */
interface Read {
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Of a list that came with what stands around it (`Loaded`), which says itself what failed. */
export const CAME_ALONG: Read = { error: null, isLoading: false, refetch: async () => undefined };

/** Where a list stands that comes page by page. */
export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly turn: (page: number) => void;
}

interface Props<Row> {
  readonly read: Read;
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (keyof Row & string) | ((row: Row) => string);
  readonly columns: NonNullable<TableProps<Row>['columns']>;
  /** What stands there when there is nothing. */
  readonly empty: string;
  readonly paging?: Paging;
  /** Opens a row, by a click or by its button. */
  readonly open?: ((row: Row) => void) | undefined;
  readonly expand?: (row: Row) => ReactNode;
}

/** The whole row answers a click; whoever uses keys has its button, whose click arrives here. */
const opened = <Row,>(row: Row, open: (row: Row) => void) => ({
  style: { cursor: 'pointer' },
  onClick: () => open(row),
});

/** What failed last, also while it is tried again, until it succeeds: a message that comes and goes cannot be read. */
function useLastFailure({ error, isLoading }: Read): Error | null {
  const [last, setLast] = useState(error);
  const now = error ?? (isLoading ? last : null);
  if (now !== last) setLast(now);
  return now;
}

/** What came with one reading, shown once it is there; until then nothing is said of it but that it is read, or failed. */
export function Loaded<Data>({
  read,
  children,
}: {
  read: Read & { readonly data: Data | undefined };
  children: (data: Data) => ReactNode;
}) {
  const failed = useLastFailure(read);
  return (
    <>
      <Failure error={failed} retry={() => void read.refetch()} />
      {read.data === undefined ? read.isLoading && !failed && <Skeleton active /> : children(read.data)}
    </>
  );
}

/** A list that is wider than its place takes the focus where nothing in it does, so that keys scroll it everywhere. */
function useScrolledByKeys(): RefObject<TableRef | null> {
  const table = useRef<TableRef>(null);
  useEffect(() => {
    const content = table.current?.nativeElement.querySelector('.ant-table-content');
    if (!content) return;
    const needed =
      content.scrollWidth > content.clientWidth && !content.querySelector('a, button, [tabindex]');
    if (needed) content.setAttribute('tabindex', '0');
    else content.removeAttribute('tabindex');
  });
  return table;
}

/** A list with its four states: loading, empty, failed with a way to try again, and filled. What was read stays when a later try fails. */
export function Rows<Row extends object>({
  read,
  rows,
  rowKey,
  columns,
  empty,
  paging,
  open,
  expand,
}: Props<Row>) {
  const failed = useLastFailure(read);
  const scrolledByKeys = useScrolledByKeys();
  const look = actionsColumn<Row>(() => <Button size="small">Look</Button>);
  return (
    <>
      <Failure error={failed} retry={() => void read.refetch()} />
      <Table<Row>
        ref={scrolledByKeys}
        rowKey={rowKey}
        size="small"
        loading={read.isLoading && !failed}
        dataSource={rows ? [...rows] : []}
        columns={open ? [...columns, look] : columns}
        locale={{
          emptyText: (
            <Typography.Text type="secondary">
              {failed ? 'Not known' : read.isLoading ? ' ' : empty}
            </Typography.Text>
          ),
        }}
        scroll={{ x: 'max-content' }}
        {...(open ? { onRow: (row: Row) => opened(row, open) } : {})}
        {...(expand ? { expandable: { expandedRowRender: expand } } : {})}
        pagination={
          paging === undefined
            ? false
            : {
                current: paging.page,
                pageSize: paging.size,
                total: paging.total,
                onChange: paging.turn,
                showSizeChanger: false,
                hideOnSinglePage: true,
                showTotal: (total) => `${total} in all`,
              }
        }
      />
    </>
  );
}
