import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { networkName } from '../../lib/networks.ts';
import { actionsColumn, Below, Figure, numberColumn, ShortNumber } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';

type Network = ReplyOf<'console/withdrawal_networks'>[number];

const REFRESH_MS = 10_000;

function State({ network: { halted, halt_reason: reason, connected } }: { network: Network }) {
  if (halted)
    return (
      <>
        <Tag color="red">halted</Tag>
        <Below>{reason}</Below>
      </>
    );
  return <Tag color={connected ? 'green' : 'default'}>{connected ? 'connected' : 'not connected'}</Tag>;
}

/** Networks: connection, halts, queue and balance of the payout address. */
export function Networks() {
  const networks = useCall('console/withdrawal_networks', {}, REFRESH_MS);
  return (
    <Rows<Network>
      read={networks}
      rows={networks.data}
      rowKey="network"
      empty="No networks"
      columns={[
        { title: 'Network', render: (_, row) => networkName(row.network) },
        { title: 'State', render: (_, row) => <State network={row} /> },
        { title: 'Signer', dataIndex: 'signer' },
        numberColumn('Waiting', (row) => row.waiting),
        numberColumn('Under way', (row) => row.under_way),
        {
          title: 'Payout address holds',
          align: 'right',
          render: (_, row) =>
            row.funds.length === 0
              ? '–'
              : row.funds.map(({ currency, amount }) => (
                  <div key={currency}>
                    <Figure value={amount} unit={currency} />
                  </div>
                )),
        },
        { title: 'Payout address', render: (_, row) => <ShortNumber text={row.payout_address} /> },
        actionsColumn((row) => (
          <StopButton
            target="network"
            subject={row.network}
            name={networkName(row.network)}
            runs={!row.halted}
            hint="Payouts stop at once. Resuming takes two operators."
          />
        )),
      ]}
    />
  );
}
