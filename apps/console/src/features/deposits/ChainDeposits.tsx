import type { DepositState, ReplyOf } from '@karat/contract';
import { useCall } from '../../lib/api.ts';
import { networkName } from '../../lib/networks.ts';
import { ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { StateList, confirmationsColumn, stateColumn, useStatePage } from '../../ui/StateList.tsx';
import type { StateLabels } from '../../ui/StateList.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Row = ReplyOf<'console/deposits'>['data'][number];

const REFRESH_MS = 5_000;
const STATES: StateLabels<DepositState> = {
  pending: { label: 'pending', color: 'blue' },
  credited: { label: 'credited', color: 'green' },
  below_minimum: { label: 'below the minimum', color: 'orange' },
  orphaned: { label: 'orphaned', color: 'red' },
  house: { label: "the house's own", color: 'default' },
};

/** Transfers found on the chains, newest first. */
export function ChainDeposits() {
  const page = useStatePage<DepositState>();
  const deposits = useCall('console/deposits', page.input, REFRESH_MS);
  return (
    <StateList<DepositState, Row>
      page={page}
      states={STATES}
      read={deposits}
      empty="No chain deposits yet"
      columns={[
        { title: 'No.', dataIndex: 'id' },
        { title: 'UID', render: (_, row) => (row.uid === null ? 'house' : <UserLink uid={row.uid} />) },
        { title: 'Network', render: (_, row) => networkName(row.network) },
        numberColumn(
          'Amount',
          (row) => row.amount,
          (row) => row.currency_name,
        ),
        { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} width={220} /> },
        numberColumn('Block', (row) => row.height),
        confirmationsColumn(),
        stateColumn(STATES),
        timeColumn('Seen (UTC)', (row) => row.created_ms),
      ]}
    />
  );
}
