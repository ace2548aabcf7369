import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn, timeColumn, ShortNumber } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Statement = ReplyOf<'console/fiat_statements'>['data'][number];

const PAGE = 20;

/** Imported statements with range and balances; the latest of an account can be discarded by two people. */
export function Statements() {
  const [page, turn] = useState(1);
  const [discarding, setDiscarding] = useState<Statement | null>(null);
  const statements = useCall('console/fiat_statements', { page, limit: PAGE });
  const may = useMay();
  return (
    <>
      <Rows<Statement>
        read={statements}
        rows={statements.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No statement has been imported"
        paging={{ page, turn, size: PAGE, total: statements.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Account', render: (_, row) => <ShortNumber text={row.account} width={160} /> },
          {
            title: 'Covers',
            className: 'figure',
            render: (_, row) => (row.from === null ? '–' : `${row.from} to ${row.to}`),
          },
          numberColumn('Opening', (row) => row.opening),
          numberColumn('Closing', (row) => row.closing),
          numberColumn('Credits', (row) => row.lines),
          numberColumn('Used', (row) => row.used),
          { title: 'Imported by', dataIndex: 'imported_by' },
          timeColumn('Imported (UTC)', (row) => row.at_ms),
          {
            title: 'State',
            render: (_, row) =>
              row.discarded_by === null ? (
                row.latest && <Tag color="blue">latest</Tag>
              ) : (
                <Tag>discarded by {row.discarded_by}</Tag>
              ),
          },
          actionsColumn(
            (row) =>
              row.latest &&
              may('console/fiat_statement_discard') && (
                <Button size="small" danger onClick={() => setDiscarding(row)}>
                  Discard
                </Button>
              ),
          ),
        ]}
      />
      {discarding && (
        <AskForApproval
          title={`Discard statement ${discarding.id}`}
          hint="Its unmatched lines can no longer pay a purchase. The next statement continues from the previous one."
          reason="Why it is false"
          close={() => setDiscarding(null)}
          send={({ reason }) => api.post('console/fiat_statement_discard', { id: discarding.id, reason })}
        />
      )}
    </>
  );
}
