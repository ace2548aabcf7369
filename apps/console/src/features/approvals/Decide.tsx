import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Divider, Form, Input, Modal, Typography } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import type { Approval } from './Approvals.tsx';

/** The exact payload; approving it takes a fresh one-time code, refusing it a reason. */
export function Decide({ approval, close }: { approval: Approval; close: () => void }) {
  const queries = useQueryClient();
  const done = async (): Promise<void> => {
    await queries.invalidateQueries();
    close();
  };
  const approve = useMutation({
    mutationFn: ({ totp }: { totp: string }) =>
      api.post('console/approve', { id: approval.id, digest: approval.digest, totp }),
    onSuccess: done,
  });
  const refuse = useMutation({
    mutationFn: ({ reason }: { reason: string }) => api.post('console/refuse', { id: approval.id, reason }),
    onSuccess: done,
  });
  return (
    <Modal open title={`Request ${approval.id}: ${approval.kind}`} footer={null} onCancel={close}>
      <Descriptions
        column={1}
        bordered
        size="small"
        items={[
          { key: 'subject', label: 'Subject', children: approval.subject },
          ...Object.entries(approval.payload).map(([name, value]) => ({
            key: name,
            label: name,
            children: String(value),
          })),
          { key: 'reason', label: 'Reason', children: approval.reason },
          { key: 'asked', label: 'Asked', children: `${approval.asked_by}, ${moment(approval.created_ms)}` },
          {
            key: 'digest',
            label: 'Digest',
            children: <Typography.Text code>{approval.digest.slice(0, 16)}</Typography.Text>,
          },
        ]}
      />
      <div style={{ height: 16 }} />
      <Failure error={approve.error ?? refuse.error} />
      {approval.own ? (
        <Typography.Paragraph>
          You asked for this, so somebody else has to approve it. You may take it back.
        </Typography.Paragraph>
      ) : (
        <Form layout="inline" onFinish={(fields: { totp: string }) => approve.mutate(fields)}>
          <Form.Item
            name="totp"
            label="One-time code"
            rules={[{ required: true, pattern: /^\d{6}$/, message: 'Six digits' }]}
          >
            <Input inputMode="numeric" maxLength={6} autoComplete="one-time-code" style={{ width: 120 }} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={approve.isPending}>
            Approve
          </Button>
        </Form>
      )}
      <Divider />
      <Form layout="inline" onFinish={(fields: { reason: string }) => refuse.mutate(fields)}>
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input maxLength={500} style={{ width: 220 }} />
        </Form.Item>
        <Button danger htmlType="submit" loading={refuse.isPending}>
          {approval.own ? 'Take back' : 'Refuse'}
        </Button>
      </Form>
    </Modal>
  );
}
