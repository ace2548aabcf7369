import type { ReplyOf } from '@karat/contract';
import { Button, Form, Input, Switch, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { grouped } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { UserStateFilter, uidOf } from '../../ui/UserStateFilter.tsx';
import type { UserState } from '../../ui/UserStateFilter.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { LoanThresholds } from './LoanThresholds.tsx';
import { Review } from './Review.tsx';
import { STATES, hoursLeft, timeLeft } from './words.ts';
import type { Loan, State } from './words.ts';

type Dashboard = ReplyOf<'console/loans'>;
type PoolRow = Dashboard['pool'][number];

const REFRESH_MS = 5_000;
const PAGE = 10;
const CALL_PERCENT = 130;

function Sums({ of }: { of: Dashboard }) {
  const sums = [
    ['In the queue', of.pending],
    ['Late', of.late],
    ['Running', of.active],
    ['Margin calls', of.called],
    ['Overdue', of.overdue],
    ['Liquidated', of.liquidated],
  ] as const;
  return <Counts of={sums} />;
}

function Pool({ rows }: { rows: readonly PoolRow[] }) {
  return (
    <Part title="Loan pool">
      <Rows<PoolRow>
        read={CAME_ALONG}
        rows={rows}
        rowKey="currency_name"
        empty="Empty"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Available', (row) => row.available),
          numberColumn('Lent', (row) => row.lent),
          numberColumn('Interest owed', (row) => row.accrued),
        ]}
      />
    </Part>
  );
}

/** The clock of an application at `now` (unix ms), or the state of a running loan. */
function StateTag({ loan, now }: { loan: Loan; now: number }) {
  if (loan.state === 'pending') {
    const hours = hoursLeft(loan.decide_by_ms, now);
    return (
      <>
        <Tag color={hours < 0 ? 'red' : hours < 24 ? 'gold' : 'default'}>{timeLeft(hours)}</Tag>
        {loan.two_people && <Tag>{loan.asked ? 'waiting for a second operator' : 'two operators'}</Tag>}
      </>
    );
  }
  if (loan.overdue_days > 0) return <Tag color="red">overdue {loan.overdue_days} d</Tag>;
  if (loan.called) return <Tag color="red">margin call</Tag>;
  return <Tag>{loan.state}</Tag>;
}

function RiskTag({ loan }: { loan: Loan }) {
  if (loan.risk_rate === null) return <>–</>;
  const isLow = Number(loan.risk_rate) < CALL_PERCENT;
  return (
    <Tag color={isLow ? 'red' : 'green'} className="figure">
      {loan.risk_rate}%{loan.fresh ? '' : ' (old price)'}
    </Tag>
  );
}

function LoanList({ usualRate }: { usualRate: string }) {
  const { value, choose, page, turn } = useFilter<UserState<State>>({ state: 'pending', uid: '' });
  const [open, setOpen] = useState<number | null>(null);
  const sent = {
    ...(value.state === 'all' ? {} : { state: value.state }),
    ...uidOf(value.uid),
    page,
    limit: PAGE,
  };
  const loans = useCall('console/loan_list', sent, REFRESH_MS);
  const shown = loans.data?.data.find(({ id }) => id === open);
  return (
    <Part
      title="Applications and loans"
      extra={<UserStateFilter<State> states={STATES} value={value} choose={choose} />}
    >
      <Rows<Loan>
        read={loans}
        rows={loans.data?.data}
        rowKey="id"
        empty={value.state === 'pending' && value.uid === '' ? 'The queue is empty' : 'None'}
        paging={{ page, turn, size: PAGE, total: loans.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'Loan', dataIndex: 'id' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.currency_name,
          ),
          numberColumn('Days', (row) => row.days),
          numberColumn(
            'Assets',
            (row) => row.assets_usdt,
            () => 'USDT',
          ),
          numberColumn(
            'Debt',
            (row) => row.debt,
            (row) => row.currency_name,
          ),
          { title: 'Risk rate', align: 'right', render: (_, row) => <RiskTag loan={row} /> },
          { title: 'State', render: (_, row) => <StateTag loan={row} now={loans.dataUpdatedAt} /> },
          timeColumn('Applied (UTC)', (row) => row.created_ms),
          timeColumn('Due (UTC)', (row) => row.due_ms),
        ]}
      />
      {shown && <Review loan={shown} usualRate={usualRate} close={() => setOpen(null)} />}
    </Part>
  );
}

interface Maker {
  readonly uid: string;
  readonly enabled: boolean;
}

/** Lists an account as market maker; two people. */
function MarketMaker() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Market maker</Button>
      {open && (
        <AskForApproval<Maker>
          title="List a market maker"
          hint="A market maker can apply for loans at any VIP level."
          initial={{ enabled: true }}
          close={() => setOpen(false)}
          send={({ uid, enabled, reason }) => api.post('console/loan_market_maker', { uid, enabled, reason })}
        >
          <Form.Item
            name="uid"
            label="UID"
            rules={[{ required: true, pattern: /^[1-9][0-9]{0,15}$/, message: 'A UID' }]}
          >
            <Input inputMode="numeric" maxLength={16} />
          </Form.Item>
          <Form.Item name="enabled" label="Market maker" valuePropName="checked">
            <Switch />
          </Form.Item>
        </AskForApproval>
      )}
    </>
  );
}

function Overview({ read }: { read: Parameters<typeof Loaded<Dashboard>>[0]['read'] }) {
  return (
    <Loaded read={read}>
      {(shown) => (
        <>
          <Sums of={shown} />
          <LoanList usualRate={shown.usual_rate} />
          <Pool rows={shown.pool} />
        </>
      )}
    </Loaded>
  );
}

/** Loans: the queue with its clock, running loans with their risk, liquidations, the pool and the thresholds. */
export function Loans() {
  const dashboard = useCall('console/loans', {}, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Loans"
      hint={`Decide within three days.${dashboard.data ? ` From ${grouped(dashboard.data.two_people_usdt)} USDT on, an approval takes two operators.` : ''} Interest and liquidations follow from the terms and the index.`}
      actions={may('console/loan_market_maker') && <MarketMaker />}
    >
      <Tabs
        items={[
          { key: 'loans', label: 'Loans', children: <Overview read={dashboard} /> },
          ...(may('console/loan_thresholds')
            ? [{ key: 'thresholds', label: 'Thresholds', children: <LoanThresholds /> }]
            : []),
        ]}
      />
    </Page>
  );
}
