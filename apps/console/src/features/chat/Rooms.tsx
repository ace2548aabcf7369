import type { ReplyOf } from '@karat/contract';
import { Button, Drawer, Flex, Form, InputNumber, Select, Switch, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure, Part } from '../../ui/Page.tsx';
import { Rows as Table } from '../../ui/Rows.tsx';
import { useDecision } from '../../ui/useDecision.ts';

type Room = ReplyOf<'console/chat_rooms'>[number];

const SLOW_MODES = [0, 5, 10, 30, 60, 300] as const;
type SlowMode = (typeof SLOW_MODES)[number];
const POSITION_MAX = 99;

interface Fields {
  readonly open: boolean;
  readonly slow_mode_s: SlowMode;
  readonly position: number;
}

/** Opens, closes and slows a room. */
function Edit({ room, close }: { room: Room; close: () => void }) {
  const save = useDecision(
    (fields: Fields) =>
      api.post('console/chat_room_save', {
        id: room.id,
        ...(room.lang === null ? {} : { lang: room.lang }),
        ...(room.match_id === null ? {} : { match_id: room.match_id }),
        ...fields,
      }),
    'Saved.',
    close,
  );
  return (
    <Drawer open size={420} title={room.name} onClose={close}>
      <Form<Fields>
        layout="vertical"
        requiredMark={false}
        initialValues={{ open: room.open, slow_mode_s: room.slow_mode_s, position: room.position }}
        onFinish={(fields) => save.mutate(fields)}
      >
        <Failure error={save.error} />
        <Form.Item name="open" label="Messages are accepted" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="slow_mode_s" label="Seconds between two messages of an author">
          <Select
            options={SLOW_MODES.map((value) => ({ value, label: value === 0 ? 'No slow mode' : value }))}
          />
        </Form.Item>
        <Form.Item name="position" label="Position">
          <InputNumber min={0} max={POSITION_MAX} precision={0} />
        </Form.Item>
        <Flex justify="end">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            Save
          </Button>
        </Flex>
      </Form>
    </Drawer>
  );
}

/** All rooms with their held messages. */
export function Rooms() {
  const [edited, setEdited] = useState<Room | null>(null);
  const rooms = useCall('console/chat_rooms', {});
  return (
    <Part title="Rooms">
      <Table<Room>
        read={rooms}
        rows={rooms.data}
        rowKey={(row) => String(row.id)}
        empty="No room yet"
        open={setEdited}
        columns={[
          { title: 'Room', dataIndex: 'name' },
          { title: 'Kind', dataIndex: 'kind' },
          {
            title: 'State',
            render: (_, row) => (
              <Tag color={row.open ? 'green' : 'default'}>{row.open ? 'open' : 'read only'}</Tag>
            ),
          },
          { title: 'Slow mode (s)', align: 'right', dataIndex: 'slow_mode_s' },
          { title: 'Held', align: 'right', dataIndex: 'held' },
          { title: 'Messages in 24 h', align: 'right', dataIndex: 'messages_day' },
          { title: 'Position', align: 'right', dataIndex: 'position' },
        ]}
      />
      {edited && <Edit key={edited.id} room={edited} close={() => setEdited(null)} />}
    </Part>
  );
}
