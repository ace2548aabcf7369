import type { AccountName, CorrectionReason, SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, InputNumber, Modal, Segmented, Select } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { ACCOUNTS, REASONS } from './words.ts';

interface Fields {
  owner: 'user' | 'house';
  uid?: number;
  account?: AccountName;
  house?: string;
  counter: string;
  currency: number;
  amount: string;
  reason: CorrectionReason;
  note: string;
}

type Sent = SentTo<'console/correction'>;

/** What is sent: either a user's account or one of the house. */
const sentOf = ({ owner, uid, account, house, ...rest }: Fields): Sent =>
  owner === 'house' ? { ...rest, house } : { ...rest, uid, account };

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Whose account it is: fields of a user or of the house. */
function Whose({ owner, house }: { owner: Fields['owner']; house: readonly { value: string }[] }) {
  if (owner === 'house') {
    return (
      <Form.Item name="house" label="House account" rules={[{ required: true }]}>
        <Select options={[...house]} />
      </Form.Item>
    );
  }
  return (
    <>
      <Form.Item name="uid" label="UID" rules={[{ required: true }]}>
        <InputNumber min={1} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="account" label="Account" rules={[{ required: true }]}>
        <Select options={options(ACCOUNTS)} />
      </Form.Item>
    </>
  );
}

/** Asks for a correction; nothing is booked before somebody else approves it. */
export function AskCorrection({ close }: { close: () => void }) {
  const [form] = Form.useForm<Fields>();
  const owner = Form.useWatch('owner', form) ?? 'user';
  const { message } = App.useApp();
  const queries = useQueryClient();
  const accounts = useCall('console/correction_accounts', {});
  const house = (accounts.data?.house ?? []).map((value) => ({ value }));
  const ask = useMutation({
    mutationFn: (sent: Sent) => api.post('console/correction', sent),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  return (
    <Modal
      open
      title="New correction"
      okText="Ask for approval"
      confirmLoading={ask.isPending}
      onCancel={close}
      onOk={() =>
        void form.validateFields().then(
          (fields) => ask.mutate(sentOf(fields)),
          () => undefined,
        )
      }
    >
      <Failure error={ask.error ?? accounts.error} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ owner: 'user', account: 'change' }}
      >
        <Form.Item name="owner" label="Whose account">
          <Segmented
            options={[
              { value: 'user', label: 'User' },
              { value: 'house', label: 'House' },
            ]}
          />
        </Form.Item>
        <Whose owner={owner} house={house} />
        <Form.Item name="currency" label="Currency" rules={[{ required: true }]}>
          <Select
            options={(accounts.data?.currencies ?? []).map(({ id, code }) => ({ value: id, label: code }))}
          />
        </Form.Item>
        <Form.Item
          name="amount"
          label="Amount (with a minus to take away)"
          rules={[{ required: true, pattern: /^-?\d+(\.\d{1,10})?$/, message: 'A decimal number' }]}
        >
          <Input inputMode="decimal" maxLength={40} />
        </Form.Item>
        <Form.Item name="counter" label="Booked against" rules={[{ required: true }]}>
          <Select options={house} />
        </Form.Item>
        <Form.Item name="reason" label="Reason" rules={[{ required: true }]}>
          <Select options={options(REASONS)} />
        </Form.Item>
        <Form.Item name="note" label="In words (the user reads them)" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
