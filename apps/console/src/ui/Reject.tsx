import { Button, Flex, Form, Input, Select } from 'antd';
import { Failure } from './Page.tsx';
import { useDecision } from './useDecision.ts';

/** Rejects with a reason from a list and a free text; the requester reads both. */
export function Reject<Reason extends string>({
  reasons,
  send,
  said,
  close,
  label = 'Words to the sender',
  button = 'Reject',
}: {
  reasons: Readonly<Record<Reason, string>>;
  send: (fields: { reason: Reason; note?: string }) => Promise<unknown>;
  said: string;
  close: () => void;
  label?: string;
  button?: string;
}) {
  const reject = useDecision(send, said, close);
  return (
    <Form<{ reason: Reason; note?: string }>
      // Prefix of field ids: a neighbouring form has a field of the same name, and labels refer to ids.
      name="reject"
      layout="vertical"
      requiredMark={false}
      onFinish={({ reason, note }) => reject.mutate({ reason, ...(note ? { note } : {}) })}
    >
      <Failure error={reject.error} />
      <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose a reason' }]}>
        <Select options={Object.entries<string>(reasons).map(([value, text]) => ({ value, label: text }))} />
      </Form.Item>
      <Form.Item
        name="note"
        label={label}
        dependencies={['reason']}
        rules={[
          ({ getFieldValue }) => ({
            required: getFieldValue('reason') === 'other',
            whitespace: true,
            message: 'Say why',
          }),
        ]}
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Flex justify="end">
        <Button danger htmlType="submit" loading={reject.isPending}>
          {button}
        </Button>
      </Flex>
    </Form>
  );
}
