import type { ReplyOf, SentTo } from '@karat/contract';
import { Button, Card, Col, Form, Input, Row, Select, Statistic } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Figure, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Dashboard = ReplyOf<'console/contract_funds'>;
type Payment = Dashboard['payments'][number];
type Capital = Omit<SentTo<'console/contract_fund'>, 'reason'>;
const REFRESH_MS = 3_000;

/** Requests capital for the pool; a second person approves. */
function AddCapital({ close }: { close: () => void }) {
  return (
    <AskForApproval<Capital>
      title="Add house capital"
      initial={{ fund: 'insurance' }}
      close={close}
      send={(fields) => api.post('console/contract_fund', fields)}
    >
      <Form.Item name="fund" label="Fund">
        <Select
          options={[
            { value: 'insurance', label: 'Insurance fund' },
            { value: 'pool', label: 'Pool' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="amount"
        label="Amount, USDT"
        rules={[{ required: true, pattern: /^\d+(\.\d{1,10})?$/, message: 'A decimal number' }]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
    </AskForApproval>
  );
}

const figuresOf = (data: Dashboard): readonly (readonly [string, string | number])[] => [
  ['Pool, USDT', data.pool],
  ['Insurance fund, USDT', data.insurance],
  ['Users’ unrealised', data.users_unrealised],
  ['Margins held', data.margins],
  ['Open positions', data.positions],
  ['Accounts at or below 80 %', data.accounts_at_risk],
  ['Close-outs, 24 h', data.day.liquidations],
  ['Fund paid, 24 h', data.day.insurance_paid],
  ['Fees, 24 h', data.day.fees],
  ['Overnight, 24 h', data.day.overnight],
  ['Users’ realised, 24 h', data.day.users_realised],
];

/** The pool that pays gains, the insurance fund, and their movements of the last day. */
export function Funds() {
  const [adding, setAdding] = useState(false);
  const funds = useCall('console/contract_funds', {}, REFRESH_MS);
  const may = useMay();
  return (
    <>
      <Row gutter={[12, 12]}>
        {(funds.data ? figuresOf(funds.data) : []).map(([title, value]) => (
          <Col key={title} xs={12} md={8} lg={6}>
            <Card size="small" style={{ height: '100%' }}>
              <Statistic
                title={title}
                valueRender={() => <Figure value={value} />}
                styles={{ content: { fontSize: 18 } }}
              />
            </Card>
          </Col>
        ))}
      </Row>
      <Part
        title="Paid by the insurance fund"
        extra={
          may('console/contract_fund') && <Button onClick={() => setAdding(true)}>Add house capital</Button>
        }
      >
        <Rows<Payment>
          read={funds}
          rows={funds.data?.payments}
          rowKey={(row) => `${row.position_id}-${row.created_ms}`}
          empty="The insurance fund has paid nothing yet."
          columns={[
            timeColumn('Time (UTC)', (row) => row.created_ms),
            { title: 'Position', dataIndex: 'position_id' },
            { title: 'User', render: (_, row) => <UserLink uid={row.uid} /> },
            { title: 'Market', dataIndex: 'symbol' },
            numberColumn(
              'Paid',
              (row) => row.amount,
              () => 'USDT',
            ),
          ]}
        />
      </Part>
      {adding && <AddCapital close={() => setAdding(false)} />}
    </>
  );
}
