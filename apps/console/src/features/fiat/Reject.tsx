import type { FiatReason } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { REASONS } from './words.ts';

/** Rejects with a reason of the list and free words; the buyer reads both. */
export function Reject({ id }: { id: number }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const reject = useMutation({
    mutationFn: (fields: { reason: FiatReason; note?: string }) =>
      api.post('console/fiat_reject', { id, ...fields }),
    onSuccess: async () => {
      void message.success('Rejected. The buyer has been told.');
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Failure error={reject.error} />
      <Form
        layout="inline"
        onFinish={(fields: { reason: FiatReason; note?: string }) => reject.mutate(fields)}
      >
        <Form.Item name="reason" label="Reason" rules={[{ required: true }]}>
          <Select options={[...REASONS]} style={{ width: 300 }} />
        </Form.Item>
        <Form.Item name="note" label="Words to the buyer">
          <Input maxLength={300} style={{ width: 220 }} />
        </Form.Item>
        <Button danger htmlType="submit" loading={reject.isPending}>
          Reject
        </Button>
      </Form>
    </>
  );
}

/** Asks for giving back a payment; somebody else approves it. */
export function Refund({ id }: { id: number }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: ({ reason }: { reason: string }) => api.post('console/fiat_refund', { id, reason }),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Failure error={ask.error} />
      <Form layout="inline" onFinish={(fields: { reason: string }) => ask.mutate(fields)}>
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input maxLength={500} style={{ width: 320 }} />
        </Form.Item>
        <Button danger htmlType="submit" loading={ask.isPending}>
          Ask for a refund
        </Button>
      </Form>
    </>
  );
}
