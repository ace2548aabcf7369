import type { FiatExceptionState, ReplyOf } from '@karat/contract';
import { Button, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Below, ShortNumber, actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { EXCEPTIONS, providerName } from './words.ts';

type Row = ReplyOf<'console/fiat_exceptions'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'settled', label: 'Settled' },
] as const;
const TEXTS = {
  refund: {
    title: 'Send this payment back',
    button: 'Send back',
    said: 'The payment goes back to its payer.',
  },
  dismiss: { title: 'Dismiss this exception', button: 'Dismiss', said: 'Dismissed. Nothing was moved.' },
} as const;

/** What happened, and how it was decided. */
function What({ row }: { row: Row }) {
  return (
    <>
      {EXCEPTIONS[row.kind]}
      {row.decided_by !== null && (
        <Below>
          {row.decided_by}: {row.note}
        </Below>
      )}
    </>
  );
}

/** What payment providers report and no rule settles. */
export function Exceptions() {
  const { value: state, choose, page, turn } = useFilter<FiatExceptionState>('open');
  const [closing, setClosing] = useState<{ row: Row; how: 'refund' | 'dismiss' } | null>(null);
  const exceptions = useCall('console/fiat_exceptions', { state, page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <>
      <Segmented options={[...STATES]} value={state} style={{ marginBottom: 16 }} onChange={choose} />
      <Rows<Row>
        read={exceptions}
        rows={exceptions.data?.data}
        rowKey={(row) => String(row.id)}
        empty={state === 'open' ? 'Providers and books agree' : 'No exception in this state'}
        paging={{ page, turn, size: PAGE, total: exceptions.data?.total ?? 0 }}
        columns={[
          { title: 'What', render: (_, row) => <What row={row} /> },
          { title: 'Provider', render: (_, row) => providerName(row.provider) },
          { title: 'Number', render: (_, row) => <ShortNumber text={row.subject} width={150} /> },
          { title: 'Purchase', render: (_, row) => row.reference ?? '–' },
          { title: 'UID', render: (_, row) => (row.uid === null ? '–' : <UserLink uid={row.uid} />) },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.currency,
          ),
          timeColumn('Reported (UTC)', (row) => row.at_ms),
          actionsColumn(
            (row) =>
              row.state === 'open' &&
              may('console/fiat_exception_close') && (
                <Flex gap={8}>
                  {row.refundable && (
                    <Button size="small" onClick={() => setClosing({ row, how: 'refund' })}>
                      Send back
                    </Button>
                  )}
                  <Button size="small" onClick={() => setClosing({ row, how: 'dismiss' })}>
                    Dismiss
                  </Button>
                </Flex>
              ),
          ),
        ]}
      />
      {closing && (
        <AskForApproval
          {...TEXTS[closing.how]}
          reason="Note for the books"
          close={() => setClosing(null)}
          send={({ reason }) =>
            api.post('console/fiat_exception_close', {
              id: closing.row.id,
              how: closing.how,
              note: reason,
            })
          }
        />
      )}
    </>
  );
}
