import type { CaseKind, CaseStatus, ReplyOf } from '@karat/contract';
import { Flex, InputNumber, Segmented, Select, Tabs, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { CaseDrawer } from './CaseDrawer.tsx';
import { Rules } from './Rules.tsx';
import { SanctionList } from './SanctionList.tsx';
import { KINDS, SEVERITIES, SEVERITY_COLOURS, STATUSES, STATUS_COLOURS, optionsOf } from '../../lib/cases.ts';

type Row = ReplyOf<'console/cases'>['data'][number];

interface Filter {
  readonly status: CaseStatus | 'active';
  readonly kind: CaseKind | null;
  readonly assigned: 'me' | 'nobody' | 'others' | null;
  readonly uid: number | null;
  readonly days: 1 | 7 | 30 | null;
}

const PAGE = 20;
const REFRESH_MS = 10_000;
const START: Filter = { status: 'active', kind: null, assigned: null, uid: null, days: null };
const STATUS_CHOICES = [{ value: 'active', label: 'not closed' }, ...optionsOf(STATUSES)] as const;
const ASSIGNED = [
  { value: 'me', label: 'Mine' },
  { value: 'nobody', label: 'Nobody’s' },
  { value: 'others', label: 'Others’' },
];
const AGES = [
  { value: 1, label: 'Over a day old' },
  { value: 7, label: 'Over 7 days old' },
  { value: 30, label: 'Over 30 days old' },
];

const columnsAt = (now: number): NonNullable<TableProps<Row>['columns']> => [
  { title: 'No.', dataIndex: 'id' },
  { title: 'Kind', render: (_, row) => KINDS[row.kind] },
  { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
  {
    title: 'Severity',
    render: (_, row) => <Tag color={SEVERITY_COLOURS[row.severity]}>{SEVERITIES[row.severity]}</Tag>,
  },
  {
    title: 'Status',
    render: (_, row) => (
      <>
        <Tag color={STATUS_COLOURS[row.status]}>{STATUSES[row.status]}</Tag>
        {row.closing && <Tag color="orange">closing requested</Tag>}
      </>
    ),
  },
  { title: 'Assignee', render: (_, row) => row.assignee ?? '–' },
  {
    title: 'About',
    render: (_, row) => <div style={{ minWidth: 180, maxWidth: 320 }}>{row.summary}</div>,
  },
  timeColumn('Opened (UTC)', (row) => row.opened_ms),
  { title: 'Age', className: 'figure', render: (_, row) => age(row.opened_ms, row.closed_ms ?? now) },
];

/** Filters of the list. */
function Filters({ value, choose }: { value: Filter; choose: (next: Filter) => void }) {
  return (
    <Flex gap={8} wrap style={{ marginBottom: 16 }}>
      <Segmented
        aria-label="Status"
        options={[...STATUS_CHOICES]}
        value={value.status}
        onChange={(status) => choose({ ...value, status })}
      />
      <Select
        aria-label="Kind"
        placeholder="Kind"
        allowClear
        style={{ width: 190 }}
        options={optionsOf(KINDS)}
        value={value.kind}
        onChange={(kind) => choose({ ...value, kind: kind ?? null })}
      />
      <Select
        aria-label="Assignee"
        placeholder="Assignee"
        allowClear
        style={{ width: 120 }}
        options={ASSIGNED}
        value={value.assigned}
        onChange={(assigned) => choose({ ...value, assigned: assigned ?? null })}
      />
      <Select
        aria-label="Age"
        placeholder="Age"
        allowClear
        style={{ width: 160 }}
        options={AGES}
        value={value.days}
        onChange={(days) => choose({ ...value, days: days ?? null })}
      />
      <InputNumber
        placeholder="UID"
        aria-label="UID"
        min={1}
        precision={0}
        controls={false}
        value={value.uid}
        onChange={(uid) => choose({ ...value, uid })}
      />
    </Flex>
  );
}

function CaseList() {
  const { value, choose, page, turn } = useFilter<Filter>(START);
  const [looking, setLooking] = useState<number | null>(null);
  const { status, kind, assigned, uid, days } = value;
  const sent = {
    ...{ status, page, limit: PAGE },
    ...(kind === null ? {} : { kind }),
    ...(assigned === null ? {} : { assigned }),
    ...(uid === null ? {} : { uid }),
    ...(days === null ? {} : { older_than_days: days }),
  };
  const cases = useCall('console/cases', sent, REFRESH_MS);
  return (
    <>
      <Filters value={value} choose={choose} />
      <Rows<Row>
        read={cases}
        rows={cases.data?.data}
        rowKey={(row) => String(row.id)}
        empty={status === 'active' ? 'No open cases' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: cases.data?.total ?? 0 }}
        open={(row) => setLooking(row.id)}
        columns={columnsAt(cases.dataUpdatedAt)}
      />
      {looking !== null && <CaseDrawer id={looking} close={() => setLooking(null)} />}
    </>
  );
}

/** Cases of compliance, monitoring rules, and the sanction list. */
export function Cases() {
  return (
    <Page title="Cases" hint="Each view of a case is recorded in the audit log.">
      <Tabs
        items={[
          { key: 'cases', label: 'Cases', children: <CaseList /> },
          { key: 'rules', label: 'Rules', children: <Rules /> },
          { key: 'list', label: 'Sanction list', children: <SanctionList /> },
        ]}
      />
    </Page>
  );
}
