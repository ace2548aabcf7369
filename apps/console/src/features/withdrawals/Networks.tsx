import type { ReplyOf } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

type Network = ReplyOf<'console/withdrawal_networks'>[number];

const REFRESH_MS = 10_000;

/** Stops a network at once, or asks for it to go on. */
function Turn({ network, close }: { network: Network; close: () => void }) {
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ reason: string }>();
  const turn = useMutation({
    mutationFn: async ({ reason }: { reason: string }) => {
      const sent = { network: network.network, reason };
      if (network.halted) await api.post('console/withdrawal_resume', sent);
      else await api.post('console/withdrawal_halt', sent);
    },
    onSuccess: async () => {
      void message.success(network.halted ? 'Asked. Somebody else has to approve it.' : 'Halted.');
      await queries.invalidateQueries();
      close();
    },
  });
  return (
    <Modal
      open
      title={`${network.halted ? 'Resume' : 'Halt'} ${network.network}`}
      okText={network.halted ? 'Ask for approval' : 'Halt'}
      confirmLoading={turn.isPending}
      onCancel={close}
      onOk={() => void form.validateFields().then((fields) => turn.mutate(fields))}
    >
      <Failure error={turn.error} />
      <Form form={form} layout="vertical">
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Networks: connected or not, halted or not, what waits and what the payout address holds. */
export function Networks() {
  const [turning, setTurning] = useState<Network | null>(null);
  const networks = useCall('console/withdrawal_networks', {}, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayTurn = me.data !== undefined && me.data.role !== 'support';
  return (
    <>
      <Failure error={networks.error} retry={() => void networks.refetch()} />
      <Table<Network>
        rowKey="network"
        size="small"
        loading={networks.isLoading}
        dataSource={networks.data ?? []}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: 'Network', dataIndex: 'network' },
          {
            title: 'State',
            render: (_, row) =>
              row.halted ? (
                <Tag color="red">halted {row.halt_reason}</Tag>
              ) : (
                <Tag color={row.connected ? 'green' : 'default'}>
                  {row.connected ? 'connected' : 'not connected'}
                </Tag>
              ),
          },
          { title: 'Signer', dataIndex: 'signer' },
          { title: 'Waiting', dataIndex: 'waiting', align: 'right' },
          { title: 'Under way', dataIndex: 'under_way', align: 'right' },
          {
            title: 'Payout address holds',
            render: (_, row) =>
              row.funds.length === 0
                ? '–'
                : row.funds.map((one) => <div key={one.currency}>{`${one.amount} ${one.currency}`}</div>),
          },
          { title: 'Payout address', dataIndex: 'payout_address' },
          {
            title: '',
            render: (_, row) =>
              mayTurn && (
                <Button danger={!row.halted} onClick={() => setTurning(row)}>
                  {row.halted ? 'Resume' : 'Halt'}
                </Button>
              ),
          },
        ]}
      />
      {turning && <Turn network={turning} close={() => setTurning(null)} />}
    </>
  );
}
