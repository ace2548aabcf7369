import type { ReplyOf, SweepReason, SweepState } from '@karat/contract';
import { useCall } from '../../lib/api.ts';
import { ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { StateList, confirmationsColumn, stateColumn, useStatePage } from '../../ui/StateList.tsx';
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
const LEGS: Readonly<Record<Row['leg'], string>> = { gas: 'gas to the address', collect: 'collection' };

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
        { title: 'Network', dataIndex: 'network' },
        { title: 'Sweeps', dataIndex: 'currency_name' },
        { title: 'Address', render: (_, row) => <ShortNumber text={row.address} /> },
        { title: 'Transfer', render: (_, row) => LEGS[row.leg] },
        numberColumn(
          'Amount',
          (row) => row.amount,
          (row) => row.amount_currency,
        ),
        { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} width={220} /> },
        numberColumn('Attempts', (row) => row.attempts),
        confirmationsColumn(),
        stateColumn(STATES),
        { title: 'Problem', render: (_, row) => (row.reason === null ? row.problem : REASONS[row.reason]) },
        timeColumn('Planned (UTC)', (row) => row.created_ms),
      ]}
    />
  );
}
