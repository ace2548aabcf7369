import type { ReplyOf, SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Col, Form, Input, Modal, Row, Select, Statistic, Table } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

type Payment = ReplyOf<'console/contract_funds'>['payments'][number];
const REFRESH_MS = 3_000;

/** Asks for house capital; a second person approves. */
function AddCapital({ close }: { close: () => void }) {
  const [form] = Form.useForm<SentTo<'console/contract_fund'>>();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: (sent: SentTo<'console/contract_fund'>) => api.post('console/contract_fund', sent),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  return (
    <Modal
      open
      title="Add house capital"
      okText="Ask for approval"
      onOk={() => void form.validateFields().then((fields) => ask.mutate(fields))}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" initialValues={{ fund: 'insurance' }} requiredMark={false}>
        <Form.Item name="fund" label="Fund">
          <Select
            options={[
              { value: 'insurance', label: 'Insurance fund' },
              { value: 'pool', label: 'Pool' },
            ]}
          />
        </Form.Item>
        <Form.Item name="amount" label="Amount, USDT" rules={[{ required: true }]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The pool that pays gains, the fund that pays gaps, and what both did in the last day. */
export function Funds({ mayAsk }: { mayAsk: boolean }) {
  const [adding, setAdding] = useState(false);
  const funds = useCall('console/contract_funds', {}, REFRESH_MS);
  const { data } = funds;
  const figures: readonly (readonly [string, string | number])[] = data
    ? [
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
      ]
    : [];
  return (
    <>
      <Failure error={funds.error} retry={() => void funds.refetch()} />
      <Row gutter={[12, 12]}>
        {figures.map(([title, value]) => (
          <Col key={title} xs={12} md={8} lg={6}>
            <Card size="small">
              <Statistic title={title} value={value} valueStyle={{ fontSize: 18 }} />
            </Card>
          </Col>
        ))}
      </Row>
      {mayAsk && (
        <Button style={{ margin: '12px 0' }} onClick={() => setAdding(true)}>
          Add house capital
        </Button>
      )}
      <Table<Payment>
        rowKey={(row) => `${row.position_id}-${row.created_ms}`}
        size="small"
        dataSource={data?.payments ?? []}
        locale={{ emptyText: 'The insurance fund has paid nothing yet.' }}
        pagination={false}
        columns={[
          {
            title: 'Time',
            render: (_, row) => new Date(row.created_ms).toISOString().slice(0, 19).replace('T', ' '),
          },
          { title: 'Position', dataIndex: 'position_id' },
          { title: 'User', dataIndex: 'uid' },
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Paid, USDT', dataIndex: 'amount', align: 'right' },
        ]}
      />
      {adding && <AddCapital close={() => setAdding(false)} />}
    </>
  );
}
