import type { ChatDecision, ReplyOf } from '@karat/contract';
import { Button, Drawer, Flex, Segmented, Select, Tag, Form } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment, words } from '../../lib/format.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import { useFilter } from '../../ui/useFilter.ts';

type Message = ReplyOf<'console/chat_messages'>['data'][number];
type Filter = 'held' | 'reported' | 'removed' | 'all';

const PAGE = 20;
const REFRESH_MS = 5_000;
const FILTERS = [
  { value: 'held', label: 'Held' },
  { value: 'reported', label: 'Reported' },
  { value: 'removed', label: 'Removed' },
  { value: 'all', label: 'All' },
] as const;
const COLOURS = { shown: 'green', held: 'gold', removed: 'red' } as const;
const MUTES = [
  { value: 60, label: 'An hour' },
  { value: 1_440, label: 'A day' },
  { value: 10_080, label: 'A week' },
  { value: 43_200, label: '30 days' },
  { value: 0, label: 'Lift the mute' },
] as const;
type Minutes = (typeof MUTES)[number]['value'];

const TITLES: Readonly<Record<ChatDecision, string>> = {
  release: 'Show it',
  remove: 'Remove it',
  restore: 'Show it again',
  keep: 'Keep it, close the reports',
};

/** Decisions that the state of a message allows. */
function choicesOf({ state, reports }: Message): readonly ChatDecision[] {
  switch (state) {
    case 'held':
      return ['release', 'remove'];
    case 'removed':
      return ['restore'];
    case 'shown':
      return reports.length > 0 ? ['keep', 'remove'] : ['remove'];
  }
}

function Decide({ message, close }: { message: Message; close: () => void }) {
  const decide = useDecision(
    (decision: ChatDecision) => api.post('console/chat_decide', { id: message.id, decision }),
    'Decided.',
    close,
  );
  return (
    <Part title="Message">
      <Failure error={decide.error} />
      <Flex gap={8} wrap>
        {choicesOf(message).map((decision) => (
          <Button
            key={decision}
            danger={decision === 'remove'}
            type={decision === 'release' || decision === 'keep' ? 'primary' : 'default'}
            loading={decide.isPending && decide.variables === decision}
            onClick={() => decide.mutate(decision)}
          >
            {TITLES[decision]}
          </Button>
        ))}
      </Flex>
    </Part>
  );
}

function Mute({ message, close }: { message: Message; close: () => void }) {
  return (
    <Part title="Mute the author">
      <AskForm<{ minutes: Minutes; where: 'room' | 'all' }>
        initial={{ minutes: 1_440, where: 'room' }}
        button="Mute"
        said="Done."
        danger
        close={close}
        send={({ minutes, where, reason }) =>
          api.post('console/chat_mute', {
            author_id: message.author_id,
            ...(where === 'room' ? { room_id: message.room_id } : {}),
            minutes,
            reason,
          })
        }
      >
        <Form.Item name="minutes" label="For">
          <Select options={[...MUTES]} />
        </Form.Item>
        <Form.Item name="where" label="In">
          <Select
            options={[
              { value: 'room', label: message.room },
              { value: 'all', label: 'All rooms' },
            ]}
          />
        </Form.Item>
      </AskForm>
    </Part>
  );
}

/** A message with its reports and its author. */
function Review({ message, close }: { message: Message; close: () => void }) {
  return (
    <Drawer open size={560} title={`Message ${message.id}`} onClose={close} destroyOnHidden>
      <Facts
        label="Message"
        facts={[
          ['Room', message.room],
          ['Author', message.nickname],
          ['UID', <UserLink key="uid" uid={message.uid} />],
          ['Text', message.text],
          [
            'State',
            <Tag key="state" color={COLOURS[message.state]}>
              {message.state}
            </Tag>,
          ],
          ['Held for', message.holds.map(words).join(', ') || '–'],
          ['Sent', `${moment(message.created_ms)} UTC`],
          [
            'Decided',
            message.decided_by === null ? '–' : `${message.decided_by}, ${moment(message.decided_ms)} UTC`,
          ],
          ['Muted until', message.muted_until_ms === null ? '–' : `${moment(message.muted_until_ms)} UTC`],
          ...message.reports.map(
            ({ reason, comment, created_ms: at }, place) =>
              [`Report ${place + 1}`, `${words(reason)}: ${comment || '–'} (${moment(at)})`] as const,
          ),
        ]}
      />
      <Decide message={message} close={close} />
      <Mute message={message} close={close} />
    </Drawer>
  );
}

/** Messages that need a decision, newest first. */
export function Moderation() {
  const { value, choose, page, turn } = useFilter<Filter>('held');
  const [open, setOpen] = useState<Message | null>(null);
  const messages = useCall('console/chat_messages', { filter: value, page, limit: PAGE }, REFRESH_MS);
  return (
    <Part
      title="Messages"
      extra={<Segmented<Filter> options={[...FILTERS]} value={value} onChange={choose} size="small" />}
    >
      <Rows<Message>
        read={messages}
        rows={messages.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value === 'held' ? 'No messages are held' : 'None'}
        paging={{ page, turn, size: PAGE, total: messages.data?.total ?? 0 }}
        open={setOpen}
        columns={[
          { title: 'Room', dataIndex: 'room' },
          { title: 'Author', dataIndex: 'nickname' },
          { title: 'Text', render: (_, row) => <div style={{ width: 360 }}>{row.text}</div> },
          {
            title: 'State',
            render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag>,
          },
          { title: 'Held for', render: (_, row) => row.holds.map(words).join(', ') || '–' },
          { title: 'Reports', align: 'right', render: (_, row) => row.reports.length },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
        ]}
      />
      {open && <Review key={open.id} message={open} close={() => setOpen(null)} />}
    </Part>
  );
}
