import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, InputNumber, Modal, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

interface Fields {
  uid: number;
  level: number;
  reason: string;
}

/** Asks to set or take a level outside of the procedure; somebody else approves it. */
export function SetLevel({ uid, close }: { uid: number | null; close: () => void }) {
  const [form] = Form.useForm<Fields>();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: (fields: Fields) => api.post('console/verification_override', fields),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  return (
    <Modal
      open
      title="Set a verification level"
      okText="Ask for approval"
      confirmLoading={ask.isPending}
      onCancel={close}
      onOk={() =>
        void form.validateFields().then(
          (fields) => ask.mutate(fields),
          () => undefined,
        )
      }
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ uid, level: 0 }}>
        <Form.Item name="uid" label="UID" rules={[{ required: true }]}>
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="level" label="Level">
          <Select
            options={[
              { value: 0, label: '0: take it away' },
              { value: 1, label: '1: identity data' },
              { value: 2, label: '2: photos' },
            ]}
          />
        </Form.Item>
        <Form.Item name="reason" label="Reason (the user reads it)" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
