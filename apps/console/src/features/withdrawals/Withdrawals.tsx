import { Tabs } from 'antd';
import { Page } from '../../ui/Page.tsx';
import { Batches } from './Batches.tsx';
import { Networks } from './Networks.tsx';
import { Queue } from './Queue.tsx';

/** Withdrawals: requests for review, networks, and bank payments. */
export function Withdrawals() {
  return (
    <Page title="Withdrawals" hint="The approver sees the exact payment and approves its digest.">
      <Tabs
        items={[
          { key: 'queue', label: 'Requests', children: <Queue /> },
          { key: 'networks', label: 'Networks', children: <Networks /> },
          { key: 'batches', label: 'Bank payments', children: <Batches /> },
        ]}
      />
    </Page>
  );
}
