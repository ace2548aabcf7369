import { Tabs } from 'antd';
import { Page } from '../../ui/Page.tsx';
import { Batches } from './Batches.tsx';
import { Networks } from './Networks.tsx';
import { Queue } from './Queue.tsx';

/** Money that goes out: what waits for a decision, the networks, and payments for the bank. */
export function Withdrawals() {
  return (
    <Page title="Withdrawals" hint="Whoever approves sees the exact payment and names its digest.">
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
