import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Figure, ShortNumber, actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';

type Network = ReplyOf<'console/sweeping'>[number];

const REFRESH_MS = 10_000;

function State({ network }: { network: Network }) {
  if (network.stopped) return <Tag color="red">stopped: {network.stopped_reason}</Tag>;
  if (network.payouts_halted) return <Tag color="red">payouts are halted</Tag>;
  if (network.signer !== 'ready') return <Tag color="orange">signer not reached</Tag>;
  return <Tag color="green">running</Tag>;
}

function Unswept({ network: { unswept } }: { network: Network }) {
  if (unswept.length === 0) return '–';
  return unswept.map(({ currency_name: code, amount, addresses, minimum }) => (
    <div key={code}>
      <Figure value={amount} unit={code} /> at {addresses} {addresses === 1 ? 'address' : 'addresses'}
      {minimum === null ? ', no current price' : `, swept from ${minimum} on`}
    </div>
  ));
}

/** Networks: what is not swept yet, the gas station, and a stop of sweeping alone. */
export function SweepNetworks() {
  const networks = useCall('console/sweeping', {}, REFRESH_MS);
  return (
    <Rows<Network>
      read={networks}
      rows={networks.data}
      rowKey="network"
      empty="No network is swept: none with accounts is connected"
      columns={[
        { title: 'Network', dataIndex: 'network_name' },
        { title: 'State', render: (_, row) => <State network={row} /> },
        { title: 'Not swept yet', render: (_, row) => <Unswept network={row} /> },
        numberColumn('Open', (row) => row.open),
        timeColumn('Oldest (UTC)', (row) => row.oldest_ms),
        numberColumn('Failed in 24 h', (row) => row.failed),
        numberColumn(
          'Gas station holds',
          (row) => row.gas,
          (row) => row.gas_currency,
        ),
        { title: 'Gas station', render: (_, row) => <ShortNumber text={row.gas_station} /> },
        { title: 'Payout address', render: (_, row) => <ShortNumber text={row.payout_address} /> },
        actionsColumn((row) => (
          <StopButton
            target="sweeping"
            subject={row.network}
            name={`sweeping of ${row.network_name}`}
            runs={!row.stopped}
            hint="No sweep is signed or sent any more, payouts go on; letting it go on takes two people."
          />
        )),
      ]}
    />
  );
}
