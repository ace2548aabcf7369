import { Tabs } from 'antd';
import { Page } from '../../ui/Page.tsx';
import { Moderation } from './Moderation.tsx';
import { Rooms } from './Rooms.tsx';

const TABS = [
  { key: 'messages', label: 'Messages', children: <Moderation /> },
  { key: 'rooms', label: 'Rooms', children: <Rooms /> },
];

/** Public chat rooms: held and reported messages, mutes, rooms. */
export function Chat() {
  return (
    <Page
      title="Chat rooms"
      hint="Held messages wait for a decision and are visible to their author only. Decisions and mutes are recorded in the audit log."
    >
      <Tabs items={TABS} destroyOnHidden />
    </Page>
  );
}
