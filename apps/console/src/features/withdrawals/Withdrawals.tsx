import { Tabs } from 'antd';
import { useMay } from '../../lib/rights.ts';
import { Page } from '../../ui/Page.tsx';
import { Batches } from './Batches.tsx';
import { Networks } from './Networks.tsx';
import { Queue } from './Queue.tsx';
import { WithdrawalThresholds } from './WithdrawalThresholds.tsx';
import { Vanished } from './Vanished.tsx';

/** Withdrawals: requests for review, networks, vanished inputs, bank payments and thresholds. */
export function Withdrawals() {
  const may = useMay();
  return (
    <Page title="Withdrawals" hint="The approver checks the exact payment and approves its digest.">
      <Tabs
        items={[
          { key: 'queue', label: 'Requests', children: <Queue /> },
          { key: 'networks', label: 'Networks', children: <Networks /> },
          { key: 'vanished', label: 'Vanished inputs', children: <Vanished /> },
          { key: 'batches', label: 'Bank payments', children: <Batches /> },
          ...(may('console/withdrawal_thresholds')
            ? [{ key: 'thresholds', label: 'Thresholds', children: <WithdrawalThresholds /> }]
            : []),
        ]}
      />
    </Page>
  );
}
