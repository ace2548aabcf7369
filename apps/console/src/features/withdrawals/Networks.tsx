import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { deeds, Figure, figures, Shortened } from '../../ui/figures.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Network = ReplyOf<'console/withdrawal_networks'>[number];

const REFRESH_MS = 10_000;

/** Stops a network at once, or asks for it to go on. */
function Turn({ network: { network, halted }, close }: { network: Network; close: () => void }) {
  return halted ? (
    <AskForApproval
      title={`Resume ${network}`}
      close={close}
      send={({ reason }) => api.post('console/withdrawal_resume', { network, reason })}
    />
  ) : (
    <AskForApproval
      title={`Halt ${network}`}
      hint="Payouts stop at once; letting them go on takes two people."
      button="Halt"
      said={`Payouts on ${network} are halted.`}
      danger
      close={close}
      send={({ reason }) => api.post('console/withdrawal_halt', { network, reason })}
    />
  );
}

function State({ of: { halted, halt_reason: reason, connected } }: { of: Network }) {
  if (halted) return <Tag color="red">halted: {reason}</Tag>;
  return <Tag color={connected ? 'green' : 'default'}>{connected ? 'connected' : 'not connected'}</Tag>;
}

/** Networks: connected or not, halted or not, what waits and what the payout address holds. */
export function Networks() {
  const [turning, setTurning] = useState<Network | null>(null);
  const networks = useCall('console/withdrawal_networks', {}, REFRESH_MS);
  const may = useMay();
  return (
    <>
      <Rows<Network>
        read={networks}
        rows={networks.data}
        rowKey="network"
        empty="No network is known"
        columns={[
          { title: 'Network', dataIndex: 'network' },
          { title: 'State', render: (_, row) => <State of={row} /> },
          { title: 'Signer', dataIndex: 'signer' },
          figures('Waiting', (row) => row.waiting),
          figures('Under way', (row) => row.under_way),
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
          { title: 'Payout address', render: (_, row) => <Shortened text={row.payout_address} /> },
          deeds(
            (row) =>
              may(row.halted ? 'console/withdrawal_resume' : 'console/withdrawal_halt') && (
                <Button size="small" danger={!row.halted} onClick={() => setTurning(row)}>
                  {row.halted ? 'Resume' : 'Halt'}
                </Button>
              ),
          ),
        ]}
      />
      {turning && <Turn network={turning} close={() => setTurning(null)} />}
    </>
  );
}
