import type { ReplyOf } from '@karat/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Select } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { NO_DAYS, rangeOf } from '../../lib/utc.ts';
import type { Days } from '../../lib/utc.ts';
import { DayRange } from '../../ui/DayRange.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Older } from '../../ui/Older.tsx';
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

interface Filter {
  readonly operator?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly days: Days;
}

/** Filter as the call reads it. */
const conditionsOf = ({ days, ...filter }: Filter) => ({ ...filter, ...rangeOf(days) });

function Choice({
  label,
  names,
  value,
  choose,
}: {
  label: string;
  names: readonly string[] | undefined;
  value: string | undefined;
  choose: (name: string | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch
      value={value}
      onChange={choose}
      options={(names ?? []).map((name) => ({ value: name, label: name }))}
      style={{ width: 200 }}
    />
  );
}

function Filters({ value, choose }: { value: Filter; choose: (filter: Filter) => void }) {
  const choices = useCall('console/audit_choices', {});
  return (
    <Flex gap={8} wrap align="center" style={{ marginBottom: 16 }}>
      <Choice
        label="Operator"
        names={choices.data?.operators}
        value={value.operator}
        choose={(operator) => choose({ ...value, operator })}
      />
      <Choice
        label="Action"
        names={choices.data?.actions}
        value={value.action}
        choose={(action) => choose({ ...value, action })}
      />
      <Input.Search
        aria-label="Subject or UID"
        placeholder="Subject or UID, e.g. market:1"
        allowClear
        onSearch={(text) => choose({ ...value, subject: subjectOf(text.trim()) })}
        style={{ width: 260 }}
      />
      <DayRange value={value.days} choose={(days) => choose({ ...value, days })} />
      <ExportButton
        load={() => api.file('console/audit_export', conditionsOf(value))}
        name="karat-audit.csv"
      />
    </Flex>
  );
}

/** Subject of the log: a number is a user. */
const subjectOf = (text: string): string | undefined =>
  text === '' ? undefined : /^\d+$/.test(text) ? `user:${text}` : text;

/** Actions of operators, newest first. */
export function Audit() {
  const [filter, choose] = useState<Filter>({ days: NO_DAYS });
  const conditions = conditionsOf(filter);
  const entries = useInfiniteQuery({
    queryKey: ['console/audit', conditions],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/audit', { ...conditions, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (last) => last.next,
  });
  const isFiltered = Object.values(conditions).some((value) => value !== undefined);
  return (
    <Page
      title="Audit log"
      hint="Append-only. Each entry contains the hash of the previous one; the latest is signed every minute."
      actions={<ChainCheck />}
    >
      <Filters value={filter} choose={choose} />
      <Rows<Entry>
        read={entries}
        rows={entries.data?.pages.flatMap((page) => page.data)}
        rowKey={(row) => String(row.id)}
        empty={isFiltered ? 'No entry matches the filter' : 'No entries yet'}
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
      <Older read={entries} isShort={(entries.data?.pages.at(-1)?.data.length ?? PAGE) < PAGE} />
    </Page>
  );
}
