import { Flex, Input, Segmented, Select, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { Thread } from './Thread.tsx';
import { INBOX_REFRESH_MS, LANGUAGES, PAGE, STATE_COLOURS } from './words.ts';
import type { Conversation, LangCode } from './words.ts';

interface Filter {
  readonly state: 'open' | 'waiting' | 'active' | 'closed';
  readonly kind: 'all' | 'chat' | 'ticket';
  readonly assigned: 'all' | 'me' | 'nobody' | 'others';
  readonly lang: LangCode | 'all';
  readonly keyword: string;
}

const ALL: Filter = { state: 'open', kind: 'all', assigned: 'all', lang: 'all', keyword: '' };
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
] as const;
const KINDS = [
  { value: 'all', label: 'Chats and tickets' },
  { value: 'chat', label: 'Chats' },
  { value: 'ticket', label: 'Tickets' },
] as const;
const ASSIGNED = [
  { value: 'all', label: 'Everybody' },
  { value: 'me', label: 'Mine' },
  { value: 'nobody', label: 'Unassigned' },
  { value: 'others', label: 'Others' },
] as const;

/** Fields of the call; what is not filtered is left out. */
const sentOf = ({ state, kind, assigned, lang, keyword }: Filter) => ({
  state,
  ...(kind === 'all' ? {} : { kind }),
  ...(assigned === 'all' ? {} : { assigned }),
  ...(lang === 'all' ? {} : { lang }),
  ...(keyword.trim() === '' ? {} : { keyword: keyword.trim() }),
});

function Filters({ value, choose }: { value: Filter; choose: (next: Filter) => void }) {
  const set = (part: Partial<Filter>): void => choose({ ...value, ...part });
  return (
    <Flex gap={12} wrap style={{ marginBottom: 12 }}>
      <Segmented options={[...STATES]} value={value.state} onChange={(state) => set({ state })} />
      <Segmented options={[...ASSIGNED]} value={value.assigned} onChange={(assigned) => set({ assigned })} />
      <Select
        aria-label="Kind"
        options={[...KINDS]}
        value={value.kind}
        onChange={(kind) => set({ kind })}
        style={{ width: 170 }}
      />
      <Select
        aria-label="Language"
        options={[{ value: 'all' as const, label: 'Every language' }, ...LANGUAGES]}
        value={value.lang}
        onChange={(lang) => set({ lang })}
        style={{ width: 190 }}
      />
      <Input.Search
        aria-label="Search in subject and last message"
        placeholder="Subject or last message"
        allowClear
        maxLength={60}
        onSearch={(keyword) => set({ keyword })}
        style={{ width: 240 }}
      />
    </Flex>
  );
}

function Waiting({ row, now }: { row: Conversation; now: number }) {
  if (row.waiting_since_ms === null) return <>–</>;
  return <Tag color="gold">{age(row.waiting_since_ms, now)}</Tag>;
}

/** Conversations with filters; a row opens one. */
export function Inbox() {
  const { value, choose, page, turn } = useFilter<Filter>(ALL);
  const [open, setOpen] = useState<number | null>(null);
  const inbox = useCall('console/support_inbox', { ...sentOf(value), page, limit: PAGE }, INBOX_REFRESH_MS);
  const counts = inbox.data?.counts;
  return (
    <Part
      title="Inbox"
      extra={
        counts && (
          <Counts
            of={[
              ['Waiting', counts.waiting],
              ['Active', counts.active],
              ['Mine', counts.mine],
            ]}
          />
        )
      }
    >
      <Filters value={value} choose={choose} />
      <Rows<Conversation>
        read={inbox}
        rows={inbox.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No conversation"
        paging={{ page, turn, size: PAGE, total: inbox.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          {
            title: 'Customer',
            render: (_, row) => (row.uid === null ? `${row.name} (visitor)` : <UserLink uid={row.uid} />),
          },
          { title: 'Kind', dataIndex: 'kind' },
          {
            title: 'Last message',
            render: (_, row) => (
              <div style={{ width: 320 }}>
                {row.subject !== '' && <strong>{row.subject} · </strong>}
                {row.last_text}
              </div>
            ),
          },
          { title: 'Unread', align: 'right', dataIndex: 'unanswered' },
          { title: 'Waiting for', render: (_, row) => <Waiting row={row} now={inbox.dataUpdatedAt} /> },
          { title: 'Operator', render: (_, row) => row.assignee ?? '–' },
          { title: 'Language', dataIndex: 'lang' },
          {
            title: 'State',
            render: (_, row) => <Tag color={STATE_COLOURS[row.state]}>{row.state}</Tag>,
          },
          { title: 'Stars', render: (_, row) => row.rating ?? '–' },
          timeColumn('Last (UTC)', (row) => row.last_ms),
        ]}
      />
      {open !== null && <Thread key={open} id={open} close={() => setOpen(null)} />}
    </Part>
  );
}
