import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { Below, Figure, ShortNumber, actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';

type Network = ReplyOf<'console/sweeping'>[number];

const REFRESH_MS = 10_000;
const ADDRESS_WIDTH = 110;

function State({ network }: { network: Network }) {
  if (network.stopped)
    return (
      <>
        <Tag color="red">stopped</Tag>
        <Below>{network.stopped_reason}</Below>
      </>
    );
  if (network.payouts_halted) return <Tag color="red">payouts are halted</Tag>;
  if (network.signer !== 'ready') return <Tag color="orange">signer not reached</Tag>;
  return <Tag color="green">running</Tag>;
}

function Unswept({ network: { unswept } }: { network: Network }) {
  if (unswept.length === 0) return '–';
  return unswept.map(({ currency_name: code, amount, addresses, minimum }) => (
    <div key={code}>
      <Figure value={amount} unit={code} />
      <Below>
        {addresses} {addresses === 1 ? 'address' : 'addresses'},{' '}
        {minimum === null ? (
          'no current price'
        ) : (
          <>
            swept from <Figure value={minimum} unit={code} />
          </>
        )}
      </Below>
    </div>
  ));
}

/** Networks: what is not swept yet, the gas station, and a stop of sweeping alone. */
export function SweepNetworks() {
  const networks = useCall('console/sweeping', {}, REFRESH_MS);
  const now = networks.dataUpdatedAt;
  return (
    <Rows<Network>
      read={networks}
      rows={networks.data}
      rowKey="network"
      empty="No network with account addresses is connected, so nothing is swept"
      columns={[
        {
          title: 'Network',
          render: (_, row) => (
            <>
              <div>{row.network_name}</div>
              <State network={row} />
            </>
          ),
        },
        { title: 'Not swept yet', render: (_, row) => <Unswept network={row} /> },
        {
          title: 'Open',
          align: 'right',
          render: (_, row) => (
            <>
              <Figure value={row.open} />
              {row.oldest_ms !== null && <Below>oldest {age(row.oldest_ms, now)}</Below>}
            </>
          ),
        },
        numberColumn('Failed (24 h)', (row) => row.failed),
        {
          title: 'Gas station',
          render: (_, row) => (
            <>
              <Figure value={row.gas} unit={row.gas_currency} />
              <div>
                <ShortNumber text={row.gas_station} width={ADDRESS_WIDTH} />
              </div>
            </>
          ),
        },
        {
          title: 'Payout address',
          render: (_, row) => <ShortNumber text={row.payout_address} width={ADDRESS_WIDTH} />,
        },
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
