import { Tabs } from 'antd';
import { Page } from '../../ui/Page.tsx';
import { CannedAnswers } from './CannedAnswers.tsx';
import { Inbox } from './Inbox.tsx';
import { SupportStatistics } from './SupportStatistics.tsx';

const TABS = [
  { key: 'inbox', label: 'Inbox', children: <Inbox /> },
  { key: 'canned', label: 'Canned answers', children: <CannedAnswers /> },
  { key: 'statistics', label: 'Statistics', children: <SupportStatistics /> },
];

/** Customer service: conversations of users and visitors. */
export function Support() {
  return (
    <Page
      title="Customer service"
      hint="Longest wait first. Never ask for a code, password or key, and never send a payment address."
    >
      <Tabs items={TABS} destroyOnHidden />
    </Page>
  );
}
