import { Button, Select, Space, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { Rows } from './Rows.tsx';

/** Label and color of each state of a row. */
export type StateLabels<State extends string> = Readonly<
  Record<State, { readonly label: string; readonly color: string }>
>;

/** What a read of one page takes. */
export interface StatePage<State extends string> {
  readonly limit: number;
  readonly state?: State;
  readonly cursor?: string;
}

/** The page of a list that is read by cursor, and the state that its rows have. */
export function useStatePage<State extends string>() {
  const [state, setState] = useState<State | undefined>();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const input: StatePage<State> = { limit: 20, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) };
  const choose = (chosen: State | undefined): void => {
    setState(chosen);
    setCursors([]);
  };
  return { input, state, choose, cursors, setCursors };
}

interface ChainRow<State extends string> {
  readonly id: number;
  readonly state: State;
  readonly confirmations: number;
  readonly confirmations_needed: number;
}

/** The column of confirmations of a transaction. */
export const confirmationsColumn = <Row extends ChainRow<string>>() => ({
  title: 'Confirmations',
  align: 'right' as const,
  className: 'figure',
  render: (_: unknown, row: Row) => `${row.confirmations} of ${row.confirmations_needed}`,
});

/** The column of states. */
export const stateColumn = <State extends string, Row extends ChainRow<State>>(
  states: StateLabels<State>,
) => ({
  title: 'State',
  render: (_: unknown, row: Row) => <Tag color={states[row.state].color}>{states[row.state].label}</Tag>,
});

/** Transactions of one state or of all, newest first, a page at a time. */
export function StateList<State extends string, Row extends ChainRow<State>>({
  page: { state, choose, cursors, setCursors },
  states,
  read,
  empty,
  columns,
}: {
  readonly page: ReturnType<typeof useStatePage<State>>;
  readonly states: StateLabels<State>;
  readonly read: Parameters<typeof Rows<Row>>[0]['read'] & {
    readonly data: { readonly data: readonly Row[]; readonly next: string | null } | undefined;
  };
  readonly empty: string;
  readonly columns: NonNullable<TableProps<Row>['columns']>;
}) {
  const next = read.data?.next;
  const names = Object.keys(states) as State[];
  return (
    <>
      <Select
        allowClear
        aria-label="State"
        placeholder="Any state"
        style={{ width: 200, marginBottom: 16 }}
        options={names.map((value) => ({ value, label: states[value].label }))}
        value={state ?? null}
        onChange={(chosen) => choose(chosen ?? undefined)}
      />
      <Rows<Row>
        read={read}
        rows={read.data?.data}
        rowKey={(row) => String(row.id)}
        empty={empty}
        columns={columns}
      />
      <Space style={{ marginTop: 12 }}>
        <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          Newer
        </Button>
        <Button disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
          Older
        </Button>
      </Space>
    </>
  );
}
