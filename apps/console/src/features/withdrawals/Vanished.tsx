import type { ReplyOf } from '@karat/contract';
import { Button, Tag, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { networkName } from '../../lib/networks.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ShortNumber, actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Row = ReplyOf<'console/withdrawals_vanished'>[number];

const REFRESH_MS = 10_000;

function Proof({ row }: { row: Row }) {
  if (row.dead_height === null) return <Tag color="orange">may still confirm</Tag>;
  const isProved = row.blocks >= row.blocks_needed;
  return (
    <Tag color={isProved ? 'green' : 'blue'}>
      {isProved ? 'can never confirm' : `spent elsewhere for ${row.blocks} of ${row.blocks_needed} blocks`}
    </Tag>
  );
}

/** Payouts whose input left the chain; once they can never confirm, two people let them be paid with other inputs. */
export function Vanished() {
  const rows = useCall('console/withdrawals_vanished', {}, REFRESH_MS);
  const [again, setAgain] = useState<Row | null>(null);
  const may = useMay()('console/withdrawal_again');
  return (
    <>
      <Typography.Paragraph type="secondary">
        The transaction of an input has left the chain. It may return, and the payout with it; only when a
        deep block has spent the same elsewhere is it safe to pay again.
      </Typography.Paragraph>
      <Rows<Row>
        read={rows}
        rows={rows.data}
        rowKey={(row) => String(row.id)}
        empty="No payout has lost an input"
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Network', render: (_, row) => networkName(row.network) },
          numberColumn(
            'Amount',
            (row) => row.number,
            (row) => row.currency_name,
          ),
          { title: 'Payee', render: (_, row) => <ShortNumber text={row.payee} /> },
          { title: 'Transaction', render: (_, row) => <ShortNumber text={row.txid} /> },
          numberColumn('Missing since block', (row) => row.vanished_height),
          { title: 'Proof', render: (_, row) => <Proof row={row} /> },
          actionsColumn((row) =>
            row.asked ? (
              <Tag>second person asked</Tag>
            ) : (
              may &&
              row.dead_height !== null &&
              row.blocks >= row.blocks_needed && (
                <Button size="small" onClick={() => setAgain(row)}>
                  Pay again
                </Button>
              )
            ),
          ),
        ]}
      />
      {again && (
        <AskForApproval
          title={`Pay withdrawal ${again.id} again`}
          hint="Its transaction is given up, and it is paid with other inputs. A second person approves."
          close={() => setAgain(null)}
          send={({ reason }) => api.post('console/withdrawal_again', { id: again.id, reason })}
        />
      )}
    </>
  );
}
