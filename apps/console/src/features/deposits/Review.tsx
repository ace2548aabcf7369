import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VoucherReason } from '@karat/contract';
import { Alert, App, Button, Descriptions, Divider, Drawer, Form, Input, Select, Tag } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { Picture } from './Picture.tsx';
import { STATUS } from './status.ts';
import type { Voucher } from './status.ts';

const REASONS: Readonly<Record<VoucherReason, string>> = {
  not_received: 'The payment has not arrived',
  amount_differs: 'Another amount arrived',
  unreadable: 'The picture cannot be read',
  duplicate: 'This payment was handled already',
  third_party: "It came from somebody else's account",
  other: 'Another reason, in words',
};

function Twins({ voucher }: { voucher: Voucher }) {
  if (voucher.duplicates.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      style={{ margin: '16px 0' }}
      title="The same picture was sent with other vouchers"
      description={voucher.duplicates.map(({ id, uid, status }) => (
        <div key={id}>
          No. {id}, user {uid} <Tag color={STATUS[status]?.color ?? 'default'}>{STATUS[status]?.label}</Tag>
        </div>
      ))}
    />
  );
}

/** Asks for the credit, or sends the voucher back with a reason. */
function Decision({ voucher, close }: { voucher: Voucher; close: () => void }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const done = async (text: string): Promise<void> => {
    void message.success(text);
    await queries.invalidateQueries({ queryKey: ['console/vouchers'] });
    close();
  };
  const credit = useMutation({
    mutationFn: ({ why }: { why: string }) =>
      api.post('console/voucher_credit', { id: voucher.id, reason: why }),
    onSuccess: ({ approval }) => done(`Asked for: request ${approval} waits for another person`),
  });
  const reject = useMutation({
    mutationFn: ({ reason, note }: { reason: VoucherReason; note?: string }) =>
      api.post('console/voucher_reject', { id: voucher.id, reason, ...(note ? { note } : {}) }),
    onSuccess: () => done('Rejected'),
  });
  return (
    <section aria-label="Decision">
      <Failure error={credit.error ?? reject.error} />
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: { why: string }) => credit.mutate(fields)}
      >
        <Form.Item
          name="why"
          label="Where the payment was found"
          rules={[{ required: true, min: 3, message: 'Say where the payment was found' }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={credit.isPending} disabled={voucher.image === null}>
          Ask for {voucher.amount} {voucher.currency_name} to be credited
        </Button>
      </Form>
      <Divider />
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: { reason: VoucherReason; note?: string }) => reject.mutate(fields)}
      >
        <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose a reason' }]}>
          <Select options={Object.entries(REASONS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="note" label="Words to the sender">
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
        <Button danger htmlType="submit" loading={reject.isPending}>
          Reject
        </Button>
      </Form>
    </section>
  );
}

/** A voucher with its picture and what is known beside it. */
export function Review({ voucher, close }: { voucher: Voucher; close: () => void }) {
  const me = useCall('console/me', {});
  const decides = me.data !== undefined && me.data.role !== 'support';
  return (
    <Drawer open title={`Voucher ${voucher.id}`} size={480} onClose={close}>
      {voucher.image === null ? (
        <Alert type="warning" showIcon title="No picture came with it: it cannot be credited" />
      ) : (
        <Picture address={voucher.image} />
      )}
      <Twins voucher={voucher} />
      <Descriptions
        column={1}
        size="small"
        bordered
        style={{ margin: '16px 0' }}
        items={[
          { key: 'uid', label: 'User', children: voucher.uid },
          { key: 'amount', label: 'Amount', children: `${voucher.amount} ${voucher.currency_name}` },
          { key: 'account', label: 'Paid from', children: voucher.account },
          { key: 'sent', label: 'Sent', children: moment(voucher.created_ms) },
          {
            key: 'before',
            label: 'Earlier vouchers',
            children: `${voucher.approved_before} approved, ${voucher.rejected_before} rejected`,
          },
          ...(voucher.reason === null
            ? []
            : [{ key: 'reason', label: 'Rejected', children: `${REASONS[voucher.reason]} ${voucher.note}` }]),
        ]}
      />
      {voucher.status === 1 && decides && <Decision voucher={voucher} close={close} />}
    </Drawer>
  );
}
