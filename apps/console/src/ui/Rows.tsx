import { Button, Skeleton, Table, Typography } from 'antd';
import type { TableProps, TableRef } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { actionsColumn } from './columns.tsx';
import { Failure } from './Page.tsx';

/** State of a read. */
interface Read {
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** For a list inside another read (`Loaded`), which shows failures itself. */
export const CAME_ALONG: Read = { error: null, isLoading: false, refetch: async () => undefined };

/** Paging of a list. */
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
  /** Empty state. */
  readonly empty: string;
  readonly paging?: Paging;
  /** Opens a row, by a click or by its button. */
  readonly open?: ((row: Row) => void) | undefined;
  readonly expand?: (row: Row) => ReactNode;
}

/** The whole row is clickable; keyboard users have its button, whose click bubbles here. */
const opened = <Row,>(row: Row, open: (row: Row) => void) => ({
  style: { cursor: 'pointer' },
  onClick: () => open(row),
});

/** The last error stays visible during retries, until one succeeds: a flickering message cannot be read. */
function useLastFailure({ error, isLoading }: Read): Error | null {
  const [last, setLast] = useState(error);
  const now = error ?? (isLoading ? last : null);
  if (now !== last) setLast(now);
  return now;
}

/** Renders the data of a read; before that, only that it is loading or has failed. */
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

/** A scrollable table takes the focus where nothing in it does, so that keys scroll it. */
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

/** Name of the column that expands rows, for screen readers: its buttons have names of their own. */
const DETAILS = <span className="unseen">Details</span>;

/** A list with four states: loading, empty, failed with a retry, and loaded. Loaded data stays when a later read fails. */
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
  const openColumn = actionsColumn<Row>(() => <Button size="small">Open</Button>);
  return (
    <>
      <Failure error={failed} retry={() => void read.refetch()} />
      <Table<Row>
        ref={scrolledByKeys}
        rowKey={rowKey}
        size="small"
        loading={read.isLoading && !failed}
        dataSource={rows ? [...rows] : []}
        columns={open ? [...columns, openColumn] : columns}
        locale={{
          emptyText: (
            <Typography.Text type="secondary">
              {failed ? 'Not known' : read.isLoading ? ' ' : empty}
            </Typography.Text>
          ),
        }}
        scroll={{ x: 'max-content' }}
        {...(open ? { onRow: (row: Row) => opened(row, open) } : {})}
        {...(expand ? { expandable: { expandedRowRender: expand, columnTitle: DETAILS } } : {})}
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
