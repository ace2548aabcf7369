import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NetworkId, ReplyOf } from '@karat/contract';
import { Alert, App, Button, Flex, Form, Input, Modal, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';

type Balance = ReplyOf<'console/custody'>['balances'][number];
type Network = ReplyOf<'console/custody'>['networks'][number];

const REFRESH_MS = 5_000;

/** Asks another person to let payouts on a network go on. */
function Lift({ network, close }: { network: Network; close: () => void }) {
  const { message } = App.useApp();
  const lift = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      api.post('console/custody_lift', { network: network.network, reason }),
    onSuccess: ({ approval }) => {
      void message.success(`Asked for: request ${approval} waits for another person`);
      close();
    },
  });
  return (
    <Modal open footer={null} title={`Lift the halt of ${network.network_name}`} onCancel={close}>
      <Failure error={lift.error} />
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: { reason: string }) => lift.mutate(fields)}
      >
        <Form.Item
          name="reason"
          label="What the difference was"
          rules={[{ required: true, min: 3, message: 'Say what the difference was' }]}
        >
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={lift.isPending}>
          Ask
        </Button>
      </Form>
    </Modal>
  );
}

/** Compares books and chain of a network now, and says how it ended. */
function useCompare() {
  const queries = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (network: NetworkId) => api.post('console/custody_check', { network }),
    onSuccess: async ({ matches }) => {
      void message.info(
        matches === null ? 'The chain moved on meanwhile: try again' : matches ? 'They agree' : 'They differ',
      );
      await queries.invalidateQueries({ queryKey: ['console/custody'] });
    },
    onError: (error) => void message.error(error.message),
  });
}

function Networks({ networks }: { networks: readonly Network[] }) {
  const [lifting, setLifting] = useState<Network | null>(null);
  const compare = useCompare();
  return (
    <>
      {networks
        .filter(({ halted }) => halted)
        .map((network) => (
          <Alert
            key={network.network}
            type="error"
            showIcon
            style={{ marginBottom: 12 }}
            title={`Payouts on ${network.network_name} are halted: ${network.halted_reason}`}
            action={<Button onClick={() => setLifting(network)}>Ask to lift</Button>}
          />
        ))}
      <Table<Network>
        rowKey="network"
        size="small"
        pagination={false}
        dataSource={[...networks]}
        scroll={{ x: true }}
        style={{ marginBottom: 24 }}
        columns={[
          { title: 'Network', dataIndex: 'network_name' },
          {
            title: 'Node',
            render: (_, row) =>
              !row.connected ? (
                <Tag>not connected</Tag>
              ) : row.failure === null ? (
                <Tag color="green">answers</Tag>
              ) : (
                <Tag color="red">{row.failure}</Tag>
              ),
          },
          { title: 'Height', dataIndex: 'height', render: (height: number | null) => height ?? '–' },
          { title: 'Read up to', dataIndex: 'scanned', render: (height: number | null) => height ?? '–' },
          {
            title: 'Last answer',
            dataIndex: 'seen_ms',
            render: (ms: number | null) => (ms === null ? '–' : moment(ms)),
          },
          {
            title: 'Payouts',
            render: (_, row) => (row.halted ? <Tag color="red">halted</Tag> : <Tag color="green">open</Tag>),
          },
          {
            title: '',
            render: (_, row) =>
              row.connected && (
                <Button size="small" loading={compare.isPending} onClick={() => compare.mutate(row.network)}>
                  Compare now
                </Button>
              ),
          },
        ]}
      />
      {lifting && <Lift network={lifting} close={() => setLifting(null)} />}
    </>
  );
}

const right = { align: 'right' } as const;

/** What the books owe on each network against what its chain says. */
export function Custody() {
  const custody = useCall('console/custody', {}, REFRESH_MS);
  return (
    <Page
      title="Books and chains"
      hint="Chain less books, unbooked and payouts under way must be nothing. What differs beyond the tolerance halts payouts on the network."
    >
      <Failure error={custody.error} retry={() => void custody.refetch()} />
      <Networks networks={custody.data?.networks ?? []} />
      <Flex vertical gap={8}>
        <Typography.Title level={5} style={{ margin: 0 }}>
          Last comparison
        </Typography.Title>
        <Table<Balance>
          rowKey={(row) => `${row.network}/${row.currency_name}`}
          size="small"
          loading={custody.isLoading}
          pagination={false}
          dataSource={custody.data?.balances ?? []}
          scroll={{ x: true }}
          columns={[
            { title: 'Network', dataIndex: 'network_name' },
            { title: 'Currency', dataIndex: 'currency_name' },
            { title: 'Booked', dataIndex: 'booked', ...right },
            { title: 'Unbooked', dataIndex: 'unbooked', ...right },
            { title: 'Under way', dataIndex: 'outgoing', ...right },
            {
              title: 'On the chain',
              dataIndex: 'chain',
              ...right,
              render: (text: string | null) => text ?? '–',
            },
            {
              title: 'Difference',
              dataIndex: 'difference',
              ...right,
              render: (text: string | null) => text ?? '–',
            },
            { title: 'Tolerance', dataIndex: 'tolerance', ...right },
            {
              title: 'Height',
              dataIndex: 'height',
              ...right,
              render: (height: number | null) => height ?? '–',
            },
            {
              title: '',
              render: (_, row) =>
                row.matches === null ? (
                  <Tag>not compared</Tag>
                ) : row.matches ? (
                  <Tag color="green">agrees</Tag>
                ) : (
                  <Tag color="red">differs</Tag>
                ),
            },
          ]}
        />
      </Flex>
    </Page>
  );
}
