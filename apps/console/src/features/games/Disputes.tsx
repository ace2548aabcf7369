import type { GameDisputeState } from '@karat/contract';
import { Button, Segmented } from 'antd';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import type { Change } from '../../ui/change.ts';
import { PAGE, REFRESH_MS, decideDispute } from './changes.ts';
import type { Dispute } from './changes.ts';

const STATES: readonly { readonly value: GameDisputeState; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
];

/** Disputes of answers, the oldest first. */
export function Disputes({ ask }: { ask: (change: Change) => void }) {
  const { value, choose, page, turn } = useFilter<GameDisputeState>('open');
  const disputes = useCall('console/game_disputes', { state: value, page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Part
      title="Disputes"
      extra={
        <Segmented<GameDisputeState> options={[...STATES]} value={value} onChange={choose} size="small" />
      }
    >
      <Rows<Dispute>
        read={disputes}
        rows={disputes.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value === 'open' ? 'No dispute is open' : 'None'}
        paging={{ page, turn, size: PAGE, total: disputes.data?.total ?? 0 }}
        columns={[
          { title: 'Round', dataIndex: 'round_id' },
          { title: 'Question', dataIndex: 'question' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Reason', dataIndex: 'reason' },
          { title: 'Reply', render: (_, row) => row.answer ?? '–' },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
          actionsColumn<Dispute>(
            (row) =>
              row.state === 'open' &&
              may('console/game_dispute') && (
                <Button size="small" onClick={() => ask(decideDispute(row))}>
                  Decide
                </Button>
              ),
          ),
        ]}
      />
    </Part>
  );
}
