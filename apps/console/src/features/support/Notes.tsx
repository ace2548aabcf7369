import { Button, Flex, Form, Input, Typography } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { Thread } from './words.ts';

/** Internal notes; the customer never sees them. */
export function Notes({ id, notes }: { id: number; notes: Thread['notes'] }) {
  const [form] = Form.useForm<{ text: string }>();
  const add = useDecision(
    ({ text }: { text: string }) => api.post('console/support_note', { id, text }),
    'Note added.',
    () => form.resetFields(),
  );
  return (
    <Flex vertical gap={12}>
      {notes.map((note) => (
        <div key={note.id} className="support-note">
          <div style={{ whiteSpace: 'pre-wrap' }}>{note.text}</div>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {note.author}, {moment(note.created_ms)}
          </Typography.Text>
        </div>
      ))}
      <Form<{ text: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => add.mutate(fields)}
      >
        <Failure error={add.error} />
        <Form.Item
          name="text"
          label="Internal note"
          rules={[{ required: true, whitespace: true, message: 'Write the note' }]}
        >
          <Input.TextArea maxLength={2_000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
        <Flex justify="end">
          <Button htmlType="submit" loading={add.isPending}>
            Add note
          </Button>
        </Flex>
      </Form>
    </Flex>
  );
}
