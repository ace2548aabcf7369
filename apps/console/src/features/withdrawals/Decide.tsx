import type { SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Divider, Form, Input, Select } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import type { Withdrawal } from './Review.tsx';

type Reason = SentTo<'console/withdrawal_reject'>['reason'];

const REASONS: readonly { value: Reason; label: string }[] = [
  { value: 'payee_mismatch', label: 'The account holder does not match the verified name' },
  { value: 'documents_needed', label: 'More documents are needed' },
  { value: 'payee_refused', label: 'We do not pay to this receiver' },
  { value: 'account_compromised', label: 'Somebody else may have used the account' },
  { value: 'sanctions', label: 'The law forbids it' },
  { value: 'limits', label: 'A limit applies' },
  { value: 'source_unclear', label: 'Where the money came from is not clear' },
  { value: 'bank_returned', label: 'The bank returned the payment' },
  { value: 'other', label: 'Another reason' },
];

/** Sends a decision and closes when it is taken. */
function useDecision<Sent>(send: (sent: Sent) => Promise<unknown>, said: string, close: () => void) {
  const queries = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      void message.success(said);
      await queries.invalidateQueries();
      close();
    },
  });
}

function Approve({ row, close }: { row: Withdrawal; close: () => void }) {
  const two = row.approvals > 1;
  const approve = useDecision(
    (fields: { reason: string; totp: string }) =>
      api.post('console/withdrawal_approve', { id: row.id, digest: row.digest, ...fields }),
    two ? 'Asked. Somebody else has to approve it.' : 'Approved.',
    close,
  );
  return (
    <Form layout="vertical" onFinish={(fields: { reason: string; totp: string }) => approve.mutate(fields)}>
      <Failure error={approve.error} />
      <Form.Item name="reason" label="Why it is right" rules={[{ required: true, min: 3 }]}>
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item
        name="totp"
        label="One-time code"
        rules={[{ required: true, pattern: /^\d{6}$/, message: 'Six digits' }]}
      >
        <Input inputMode="numeric" maxLength={6} autoComplete="one-time-code" style={{ width: 120 }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={approve.isPending}>
        {two ? 'Ask a second person' : 'Approve'}
      </Button>
    </Form>
  );
}

function Reject({ row, close }: { row: Withdrawal; close: () => void }) {
  const reject = useDecision(
    (fields: { reason: Reason; text?: string }) =>
      api.post('console/withdrawal_reject', { id: row.id, ...fields }),
    'Rejected. The money is available to its owner again.',
    close,
  );
  return (
    <Form layout="vertical" onFinish={(fields: { reason: Reason; text?: string }) => reject.mutate(fields)}>
      <Failure error={reject.error} />
      <Form.Item name="reason" label="Reason" rules={[{ required: true }]}>
        <Select options={[...REASONS]} />
      </Form.Item>
      <Form.Item name="text" label="In words, for its owner (needed for another reason)">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Button danger htmlType="submit" loading={reject.isPending}>
        Reject
      </Button>
    </Form>
  );
}

function Executed({ row, close }: { row: Withdrawal; close: () => void }) {
  const executed = useDecision(
    (fields: { bank_reference: string; reason: string }) =>
      api.post('console/withdrawal_executed', { id: row.id, ...fields }),
    'Asked. Somebody else has to approve it.',
    close,
  );
  return (
    <Form
      layout="vertical"
      onFinish={(fields: { bank_reference: string; reason: string }) => executed.mutate(fields)}
    >
      <Failure error={executed.error} />
      <Form.Item name="bank_reference" label="Reference of the bank" rules={[{ required: true, min: 3 }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="reason" label="How it is known" rules={[{ required: true, min: 3 }]}>
        <Input maxLength={500} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={executed.isPending}>
        The bank has paid
      </Button>
    </Form>
  );
}

/** What may be decided in the state that it is in, by those whose role allows it. */
export function Decide({ row, close }: { row: Withdrawal; close: () => void }) {
  const me = useCall('console/me', {});
  const role = me.data?.role;
  if (role === undefined || role === 'support') return null;
  const rejectable = row.state === 'requested' || row.state === 'approved' || row.state === 'exported';
  return (
    <>
      {row.state === 'requested' && !row.asked && <Approve row={row} close={close} />}
      {row.state === 'exported' && role !== 'risk' && <Executed row={row} close={close} />}
      {rejectable && (
        <>
          <Divider />
          <Reject row={row} close={close} />
        </>
      )}
    </>
  );
}
