import type { ReplyOf, SweepReason, SweepState } from '@karat/contract';
import { useCall } from '../../lib/api.ts';
import { Tag } from 'antd';
import { networkName } from '../../lib/networks.ts';
import { Below, ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { StateList, confirmationsColumn, useStatePage } from '../../ui/StateList.tsx';
import type { StateLabels } from '../../ui/StateList.tsx';

type Row = ReplyOf<'console/sweeps'>['data'][number];

const REFRESH_MS = 5_000;
const STATES: StateLabels<SweepState> = {
  planned: { label: 'planned', color: 'default' },
  signing: { label: 'signing', color: 'blue' },
  signed: { label: 'signed', color: 'blue' },
  sent: { label: 'sent', color: 'blue' },
  done: { label: 'done', color: 'green' },
  failed: { label: 'failed', color: 'red' },
};
const REASONS: Readonly<Record<SweepReason, string>> = {
  nothing: 'nothing to move at the address',
  reverted: 'the chain reverted the transfer',
  replaced: 'another transaction took the nonce',
};
const LEGS: Readonly<Record<Row['leg'], string>> = { gas: 'Gas for', collect: 'Collection of' };
const ADDRESS_WIDTH = 110;

/** The state, and what keeps the sweep from going on or why it failed. */
function State({ row }: { row: Row }) {
  const problem = row.reason === null ? row.problem : REASONS[row.reason];
  return (
    <>
      <Tag color={STATES[row.state].color}>{STATES[row.state].label}</Tag>
      {problem !== '' && <Below>{problem}</Below>}
    </>
  );
}

/** Sweeps with their current transfer. */
export function SweepList() {
  const page = useStatePage<SweepState>();
  const sweeps = useCall('console/sweeps', page.input, REFRESH_MS);
  return (
    <StateList<SweepState, Row>
      page={page}
      states={STATES}
      read={sweeps}
      empty="No sweep yet"
      columns={[
        { title: 'No.', dataIndex: 'id' },
        { title: 'State', render: (_, row) => <State row={row} /> },
        {
          title: 'Transfer',
          render: (_, row) => (
            <>
              {LEGS[row.leg]} {row.currency_name}
              <Below>{networkName(row.network)}</Below>
            </>
          ),
        },
        numberColumn(
          'Amount',
          (row) => row.amount,
          (row) => row.amount_currency,
        ),
        { title: 'Address', render: (_, row) => <ShortNumber text={row.address} width={ADDRESS_WIDTH} /> },
        { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} width={ADDRESS_WIDTH} /> },
        numberColumn('Attempts', (row) => row.attempts),
        confirmationsColumn(),
        timeColumn('Planned (UTC)', (row) => row.created_ms),
      ]}
    />
  );
}
