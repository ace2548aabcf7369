import type { ReplyOf } from '@karat/contract';
import { LANGS, localeOf } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
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

/** Whether a room accepts messages, how often, and where it stands in the list; with the button that sends it. */
function RoomFields({ send, isPending }: { readonly send: string; readonly isPending: boolean }) {
  return (
    <>
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
        <Button type="primary" htmlType="submit" loading={isPending}>
          {send}
        </Button>
      </Flex>
    </>
  );
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
        <RoomFields send="Save" isPending={save.isPending} />
      </Form>
    </Drawer>
  );
}

interface NewFields extends Fields {
  /** `lang:en` or `market:1`. */
  readonly of: string;
}

const subjectOf = (of: string): { readonly lang: Lang } | { readonly match_id: number } => {
  const [kind, value] = of.split(':');
  const lang = LANGS.find((each) => each === value);
  return kind === 'lang' && lang !== undefined ? { lang } : { match_id: Number(value) };
};

const names = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (lang: Lang): string => names.of(localeOf(lang)) ?? lang;

/** Creates the room of a language or market that has none. */
function Create({ rooms, close }: { rooms: readonly Room[]; close: () => void }) {
  const markets = useCall('console/markets', {});
  const create = useDecision(
    ({ of, ...fields }: NewFields) =>
      api.post('console/chat_room_save', { id: 0, ...subjectOf(of), ...fields }),
    'Created.',
    close,
  );
  const langs = LANGS.filter((lang) => !rooms.some((room) => room.lang === lang));
  const free = (markets.data ?? []).filter(({ match_id: id }) => !rooms.some((room) => room.match_id === id));
  return (
    <Drawer open size={420} title="New room" onClose={close}>
      <Form<NewFields>
        layout="vertical"
        requiredMark={false}
        initialValues={{ open: true, slow_mode_s: 0, position: 0 }}
        onFinish={(fields) => create.mutate(fields)}
      >
        <Failure error={markets.error ?? create.error} />
        <Form.Item
          name="of"
          label="Language or market"
          rules={[{ required: true, message: 'Choose a language or market' }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={markets.isPending}
            options={[
              ...langs.map((lang) => ({ value: `lang:${lang}`, label: nameOf(lang) })),
              ...free.map(({ match_id: id, symbol }) => ({ value: `market:${id}`, label: symbol })),
            ]}
          />
        </Form.Item>
        <RoomFields send="Create" isPending={create.isPending} />
      </Form>
    </Drawer>
  );
}

/** All rooms with their held messages. */
export function Rooms() {
  const [edited, setEdited] = useState<Room | null>(null);
  const [creating, setCreating] = useState(false);
  const rooms = useCall('console/chat_rooms', {});
  return (
    <Part
      title="Rooms"
      extra={
        <Button size="small" type="primary" onClick={() => setCreating(true)}>
          New room
        </Button>
      }
    >
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
      {creating && <Create rooms={rooms.data ?? []} close={() => setCreating(false)} />}
      {edited && <Edit key={edited.id} room={edited} close={() => setEdited(null)} />}
    </Part>
  );
}
