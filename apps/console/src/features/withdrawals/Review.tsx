import type { ReplyOf } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Divider, Drawer, Skeleton, Tag, Timeline, Typography } from 'antd';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { Decide } from './Decide.tsx';

export type Withdrawal = ReplyOf<'console/withdrawal'>;

const items = (rows: readonly (readonly [string, ReactNode])[]) =>
  rows.map(([label, children]) => ({ key: label, label, children }));

function Payment({ row }: { row: Withdrawal }) {
  return (
    <Descriptions
      column={1}
      bordered
      size="small"
      items={items([
        ['Amount', `${row.number} ${row.currency_name} (${row.usdt} USDT)`],
        ['Fee', row.rate],
        ['Receives', row.receive],
        ['Network', row.network],
        ['Receiver', row.address],
        ...Object.entries(row.payee).filter(([, value]) => value !== ''),
        ['Transaction', row.txid === '' ? '–' : row.txid],
        ['Problem', row.problem === '' ? '–' : row.problem],
        [
          'Digest',
          <Typography.Text code key="digest">
            {row.digest.slice(0, 16)}
          </Typography.Text>,
        ],
      ])}
    />
  );
}

function Facts({ row: { facts, notes, uid } }: { row: Withdrawal }) {
  return (
    <Descriptions
      column={1}
      bordered
      size="small"
      items={items([
        [
          'Noted',
          notes.length === 0
            ? 'nothing'
            : notes.map((note) => (
                <Tag key={note} color="orange">
                  {note.replaceAll('_', ' ')}
                </Tag>
              )),
        ],
        ['User', uid],
        ['Verification level', facts.level],
        ['Age of the account', `${facts.account_age_days} days`],
        ['Last change of credentials held until', moment(facts.credentials_hold_ms)],
        ['Paid to this receiver before', facts.paid_to_payee],
        [
          'Other accounts with this receiver',
          facts.shared_with.length === 0 ? 'none' : facts.shared_with.join(', '),
        ],
        ['Done so far', `${facts.done_count}, ${facts.done_usdt} USDT`],
        ['Rejected or failed', facts.rejected_count],
        ['Under way', facts.pending_count],
        ['Used of the 24-hour cap', `${facts.used_btc} of ${facts.cap_btc} BTC`],
        ['Two people from', `${facts.two_limit_usdt} USDT`],
      ])}
    />
  );
}

/** Everything that a reviewer needs; looking is written to the audit log once, when it is opened. */
export function Review({ id, close }: { id: number; close: () => void }) {
  const row = useQuery({
    queryKey: ['console/withdrawal', id],
    queryFn: () => api.get('console/withdrawal', { id }),
    staleTime: Infinity,
  });
  return (
    <Drawer open title={`Withdrawal ${id}`} size={640} onClose={close}>
      <Failure error={row.error} retry={() => void row.refetch()} />
      {row.isLoading && <Skeleton active />}
      {row.data && (
        <>
          <Payment row={row.data} />
          <Divider />
          <Facts row={row.data} />
          <Divider />
          <Timeline
            items={row.data.steps.map((step) => ({
              content: `${step.state} · ${step.by} · ${moment(step.at_ms)} ${step.note}`,
            }))}
          />
          <Decide row={row.data} close={close} />
        </>
      )}
    </Drawer>
  );
}
