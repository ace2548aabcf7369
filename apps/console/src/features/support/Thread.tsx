import { Alert, Drawer, Flex, Tabs, Tag, Typography } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Loaded } from '../../ui/Rows.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { Answer } from './Answer.tsx';
import { CustomerPanel } from './CustomerPanel.tsx';
import { Notes } from './Notes.tsx';
import { ThreadActions } from './ThreadActions.tsx';
import { EVENTS, STATE_COLOURS, THREAD_REFRESH_MS } from './words.ts';
import type { Message, Thread as ThreadReply } from './words.ts';

function Picture({ address, own }: { address: string; own: boolean }) {
  const load = useCallback(() => api.kept(address), [address]);
  return <PrivatePicture load={load} name={own ? 'Own picture' : 'Picture of the customer'} width={240} />;
}

function OneMessage({ message, readSeq }: { message: Message; readSeq: number }) {
  if (message.event !== null)
    return (
      <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
        {EVENTS[message.event]} · {moment(message.created_ms)}
      </Typography.Text>
    );
  const own = message.author === 'operator';
  const { reference } = message;
  return (
    <div className={own ? 'support-message support-own' : 'support-message'}>
      {message.text !== '' && <div style={{ whiteSpace: 'pre-wrap' }}>{message.text}</div>}
      {reference && (
        <div className="support-reference">
          {reference.kind.replaceAll('_', ' ')} {reference.id}: {reference.title}, {reference.detail}
        </div>
      )}
      {message.file !== null && <Picture address={message.file} own={own} />}
      <Typography.Text type="secondary" className="figure" style={{ fontSize: 12 }}>
        {moment(message.created_ms)}
        {own && (message.seq <= readSeq ? ' · read' : ' · sent')}
      </Typography.Text>
    </div>
  );
}

/** The messages, scrolled to the newest one. */
function Messages({ thread }: { thread: ThreadReply }) {
  const list = useRef<HTMLDivElement>(null);
  const last = thread.data.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return (
    // Scrollable by keys.
    <div ref={list} tabIndex={0} role="log" aria-label="Messages" className="support-messages">
      {thread.data.map((message) => (
        <OneMessage key={message.id} message={message} readSeq={thread.conversation.read_seq} />
      ))}
      {thread.typing && <Typography.Text type="secondary">The customer is typing …</Typography.Text>}
    </div>
  );
}

/** Marks what is shown as read by operators. */
function useReadMark({ conversation }: ThreadReply): void {
  const { id, last_seq: seq, operator_read_seq: read } = conversation;
  const marked = useRef(0);
  useEffect(() => {
    if (seq <= read || marked.current >= seq) return;
    marked.current = seq;
    api.post('console/support_read', { id, seq }).catch(() => (marked.current = 0));
  }, [id, seq, read]);
}

function Open({ thread }: { thread: ThreadReply }) {
  useReadMark(thread);
  const { conversation, notes } = thread;
  return (
    <div className="support-thread">
      <Flex vertical gap={12} style={{ minWidth: 0 }}>
        <Flex gap={8} wrap align="center" justify="space-between">
          <span>
            <Tag color={STATE_COLOURS[conversation.state]}>{conversation.state}</Tag>
            {conversation.subject} · {conversation.assignee ?? 'unassigned'}
          </span>
          <ThreadActions conversation={conversation} />
        </Flex>
        <Messages thread={thread} />
        {conversation.state === 'closed' ? (
          <Alert
            type="info"
            title={
              conversation.merged_into === null
                ? `Closed${conversation.rating === null ? '' : `, rated ${conversation.rating} of 5`}`
                : `Merged into conversation ${conversation.merged_into}`
            }
            description={conversation.rating_comment === '' ? undefined : conversation.rating_comment}
          />
        ) : (
          <Answer conversation={conversation} />
        )}
      </Flex>
      <Tabs
        items={[
          { key: 'customer', label: 'Customer', children: <CustomerPanel conversation={conversation} /> },
          {
            key: 'notes',
            label: `Notes (${notes.length})`,
            children: <Notes id={conversation.id} notes={notes} />,
          },
        ]}
      />
    </div>
  );
}

/** A conversation with its answer field, the customer and the internal notes. */
export function Thread({ id, close }: { id: number; close: () => void }) {
  const thread = useCall('console/support_messages', { id, limit: 100 }, THREAD_REFRESH_MS);
  const name = thread.data?.conversation.name;
  return (
    <Drawer
      open
      size={1080}
      title={`Conversation ${id}${name === undefined ? '' : `: ${name}`}`}
      onClose={close}
      destroyOnHidden
    >
      <Loaded read={thread}>{(shown) => <Open thread={shown} />}</Loaded>
    </Drawer>
  );
}
