import type { AccountName, CorrectionReason, SentTo } from '@karat/contract';
import { Form, Input, InputNumber, Segmented, Select } from 'antd';
import { ACCOUNTS } from '../../lib/accounts.ts';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Failure } from '../../ui/Page.tsx';
import { REASONS } from './words.ts';

interface Fields {
  owner: 'user' | 'house';
  uid: number;
  account: AccountName;
  house: string;
  counter: string;
  currency: number;
  amount: string;
  why: CorrectionReason;
}

/** Fields of the call: a user's account or a house account. */
const sentOf = ({
  owner,
  uid,
  account,
  house,
  why,
  reason: note,
  ...rest
}: Fields & { reason: string }): SentTo<'console/correction'> => ({
  ...rest,
  reason: why,
  note,
  ...(owner === 'house' ? { house } : { uid, account }),
});

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const needed = [{ required: true, message: 'Needed' }];

/** Account fields, of a user or of the exchange. */
function Whose({ house }: { house: readonly { value: string }[] }) {
  return Form.useWatch('owner') === 'house' ? (
    <Form.Item name="house" label="House account" rules={needed}>
      <Select options={[...house]} />
    </Form.Item>
  ) : (
    <div className="change-fields">
      <Form.Item name="uid" label="UID" rules={needed}>
        <InputNumber min={1} precision={0} controls={false} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="account" label="Account" rules={needed}>
        <Select options={options(ACCOUNTS)} />
      </Form.Item>
    </div>
  );
}

/** Requests a correction; it is booked after another operator approves it. */
export function AskCorrection({ close }: { close: () => void }) {
  const accounts = useCall('console/correction_accounts', {});
  const house = (accounts.data?.house ?? []).map((value) => ({ value }));
  const currencies = (accounts.data?.currencies ?? []).map(({ id, code }) => ({ value: id, label: code }));
  return (
    <AskForApproval<Fields>
      title="New correction"
      initial={{ owner: 'user', account: 'change' }}
      reason="In words (the user reads them)"
      close={close}
      send={(fields) => api.post('console/correction', sentOf(fields))}
    >
      <Failure error={accounts.error} retry={() => void accounts.refetch()} />
      <Form.Item name="owner" label="Whose account">
        <Segmented
          options={[
            { value: 'user', label: 'User' },
            { value: 'house', label: 'House' },
          ]}
        />
      </Form.Item>
      <Whose house={house} />
      <div className="change-fields">
        <Form.Item
          name="amount"
          label="Amount"
          extra="Use a minus sign to debit"
          rules={[{ required: true, pattern: /^-?\d+(\.\d{1,10})?$/, message: 'A decimal number' }]}
        >
          <Input inputMode="decimal" maxLength={40} />
        </Form.Item>
        <Form.Item name="currency" label="Currency" extra=" " rules={needed}>
          <Select options={currencies} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
      </div>
      <Form.Item name="counter" label="Booked against" rules={needed}>
        <Select options={house} />
      </Form.Item>
      <Form.Item name="why" label="Reason" rules={needed}>
        <Select options={options(REASONS)} />
      </Form.Item>
    </AskForApproval>
  );
}
