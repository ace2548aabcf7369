import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Input } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useDecision } from '../../ui/useDecision.ts';

type Note = ReplyOf<'console/user_notes'>['data'][number];
const PAGE = 10;
const TEXT_MAX = 2_000;

/** Notes of operators on a user, and a form for another one. */
export function UserNotes({ uid }: { uid: number }) {
  const [page, turn] = useState(1);
  const [text, setText] = useState('');
  const notes = useCall('console/user_notes', { uid, page, limit: PAGE });
  const add = useDecision(
    () => api.post('console/user_note', { uid, text: text.trim() }),
    'The note is added.',
    () => setText(''),
  );
  return (
    <Part title="Notes">
      <Rows<Note>
        read={notes}
        rows={notes.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No notes on this user"
        paging={{ page, turn, size: PAGE, total: notes.data?.total ?? 0 }}
        columns={[
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'Operator', dataIndex: 'operator' },
          {
            title: 'Note',
            render: (_, row) => (
              <div style={{ minWidth: 200, maxWidth: 420, whiteSpace: 'pre-wrap' }}>{row.text}</div>
            ),
          },
        ]}
      />
      <Flex gap={8} align="end" style={{ marginTop: 12 }}>
        <Input.TextArea
          aria-label="New note"
          placeholder="A note for other operators; it cannot be changed later"
          value={text}
          maxLength={TEXT_MAX}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => setText(target.value)}
        />
        <Button loading={add.isPending} disabled={text.trim() === ''} onClick={() => add.mutate(undefined)}>
          Add note
        </Button>
      </Flex>
      <Failure error={add.error} />
    </Part>
  );
}
