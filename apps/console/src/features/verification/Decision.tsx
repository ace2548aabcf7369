import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentTo, VerificationReason } from '@karat/contract';
import { App, Button, Divider, Flex, Form, Input, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { REASONS } from './words.ts';

interface Fields {
  reason: VerificationReason;
  note?: string;
}

/** Pass, or fail with a reason that the sender reads in their language. */
export function Decision({ id, close }: { id: number; close: () => void }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (sent: SentTo<'console/verification_decide'>) =>
      api.post('console/verification_decide', sent),
    onSuccess: async ({ state }) => {
      void message.success(state === 'verified' ? 'Approved' : 'Rejected');
      await queries.invalidateQueries({ queryKey: ['console/verifications'] });
      close();
    },
  });
  return (
    <section aria-label="Decision">
      <Failure error={decide.error} />
      <Button
        type="primary"
        loading={decide.isPending}
        onClick={() => decide.mutate({ id, decision: 'approve' })}
      >
        Approve
      </Button>
      <Divider />
      <Form<Fields>
        layout="vertical"
        requiredMark={false}
        onFinish={({ reason, note }) =>
          decide.mutate({ id, decision: 'reject', reason, ...(note ? { note } : {}) })
        }
      >
        <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose a reason' }]}>
          <Select options={Object.entries(REASONS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="note"
          label="Words to the sender"
          dependencies={['reason']}
          rules={[
            ({ getFieldValue }) => ({
              required: getFieldValue('reason') === 'other',
              message: 'Say why',
            }),
          ]}
        >
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
        <Flex justify="end">
          <Button danger htmlType="submit" loading={decide.isPending}>
            Reject
          </Button>
        </Flex>
      </Form>
    </section>
  );
}
