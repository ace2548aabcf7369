import type { FiatLineState, ReplyOf } from '@karat/contract';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn, ShortNumber } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { ImportStatement } from './ImportStatement.tsx';
import { LineState } from './LineState.tsx';

type Line = ReplyOf<'console/fiat_lines'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = (['unmatched', 'matched', 'used', 'set_aside', 'returned', 'discarded'] as const).map(
  (value) => ({
    value,
    label: words(value),
  }),
);

/** Imported statement lines with the purchase they pay for, or why they match none. */
export function Lines() {
  const { value: state, choose, page, turn } = useFilter<FiatLineState>('unmatched');
  const [aside, setAside] = useState<Line | null>(null);
  const lines = useCall('console/fiat_lines', { state, page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <>
      {may('console/fiat_import') && <ImportStatement />}
      <Segmented options={STATES} value={state} style={{ margin: '16px 0' }} onChange={choose} />
      <Rows<Line>
        read={lines}
        rows={lines.data?.data}
        rowKey={(line) => String(line.id)}
        empty={state === 'unmatched' ? 'All lines are matched' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: lines.data?.total ?? 0 }}
        columns={[
          { title: 'Booked', dataIndex: 'booked_on', className: 'figure' },
          { title: 'Account', render: (_, line) => <ShortNumber text={line.account} width={150} /> },
          {
            title: 'Bank reference',
            render: (_, line) => <ShortNumber text={line.bank_reference} width={130} />,
          },
          numberColumn(
            'Amount',
            (line) => line.amount,
            (line) => line.currency,
          ),
          { title: 'Payer', dataIndex: 'payer' },
          { title: 'Remittance', dataIndex: 'remittance' },
          { title: 'Purchase', dataIndex: 'reference' },
          {
            title: 'State',
            render: (_, line) => <LineState line={line} />,
          },
          { title: 'Note', dataIndex: 'note' },
          actionsColumn(
            (line) =>
              may('console/fiat_line_aside') &&
              (line.state === 'unmatched' || line.state === 'matched') && (
                <Button size="small" onClick={() => setAside(line)}>
                  Put aside
                </Button>
              ),
          ),
        ]}
      />
      {aside && (
        <AskForApproval
          title={`Put ${aside.bank_reference} aside`}
          reason="Treatment of the payment"
          button="Put aside"
          said="Put aside"
          close={() => setAside(null)}
          send={({ reason }) => api.post('console/fiat_line_aside', { id: aside.id, note: reason })}
        />
      )}
    </>
  );
}
