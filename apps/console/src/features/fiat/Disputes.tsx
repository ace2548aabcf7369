import type { FiatDisputeState, ReplyOf } from '@karat/contract';
import { Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment, words } from '../../lib/format.ts';
import { Below, Figure, numberColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { DisputeDrawer } from './DisputeDrawer.tsx';
import { DISPUTE_COLOURS, DISPUTE_REASONS } from './words.ts';

type Row = ReplyOf<'console/fiat_disputes'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = [
  { value: 'active', label: 'Open or lost' },
  { value: 'open', label: 'Open' },
  { value: 'lost', label: 'Lost' },
  { value: 'won', label: 'Won' },
  { value: 'recovered', label: 'Recovered' },
  { value: 'waived', label: 'Waived' },
] as const;

/** Disputed payments: lost ones wait for two operators, open ones for evidence before their deadline. */
export function Disputes() {
  const { value: state, choose, page, turn } = useFilter<FiatDisputeState | 'active'>('active');
  const [open, setOpen] = useState<number | null>(null);
  const disputes = useCall('console/fiat_disputes', { state, page, limit: PAGE }, REFRESH_MS);
  return (
    <>
      <Segmented options={[...STATES]} value={state} style={{ marginBottom: 16 }} onChange={choose} />
      <Rows<Row>
        read={disputes}
        rows={disputes.data?.data}
        rowKey={(row) => String(row.id)}
        empty={state === 'active' ? 'No payment is disputed' : 'No dispute in this state'}
        paging={{ page, turn, size: PAGE, total: disputes.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'Purchase', dataIndex: 'reference' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          {
            title: 'State',
            render: (_, row) => (
              <>
                <Tag color={DISPUTE_COLOURS[row.state]}>{words(row.state)}</Tag>
                {row.evidence_ms !== null && <Tag color="blue">evidence sent</Tag>}
                {row.answers.length > 0 && <Tag>{`${row.answers.length} from the user`}</Tag>}
                <Below>{DISPUTE_REASONS[row.reason]}</Below>
              </>
            ),
          },
          {
            title: 'Evidence until (UTC)',
            render: (_, row) => (
              <>
                <span className="figure">{moment(row.due_ms)}</span>
                <Below>opened {moment(row.opened_ms)}</Below>
              </>
            ),
          },
          {
            title: 'Disputed',
            align: 'right',
            render: (_, row) => (
              <>
                <Figure value={row.amount} unit={row.currency} />
                <Below>
                  bought <Figure value={row.claim} unit="USDT" />
                </Below>
              </>
            ),
          },
          numberColumn(
            'Held',
            (row) => row.held,
            () => 'USDT',
          ),
        ]}
      />
      {open !== null && <DisputeDrawer id={open} close={() => setOpen(null)} />}
    </>
  );
}
