import type { SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import type { ContractRow } from './Contracts.tsx';

type Sent = SentTo<'console/contract_change'>;

const FIELDS = [
  { name: 'spread', label: 'Spread (absolute price amount)' },
  { name: 'overnight', label: 'Overnight rate a day (0.0001 is 0.01 %)' },
  { name: 'lever_trade_fee', label: 'Fee rate at open and close' },
  { name: 'lever_min_share', label: 'Fewest lots' },
  { name: 'lever_max_share', label: 'Most lots' },
  { name: 'multiples', label: 'Leverages, comma-separated' },
  { name: 'net_cap', label: 'Net cap, USDT' },
  { name: 'gross_cap', label: 'Gross cap, USDT' },
  { name: 'user_cap', label: 'Cap of one user, USDT' },
] as const;
type Field = (typeof FIELDS)[number]['name'];
type Values = Record<Field, string> & { readonly state: ContractRow['state']; readonly reason: string };

const valuesOf = (row: ContractRow): Omit<Values, 'reason'> => ({
  ...row,
  multiples: row.multiples.join(','),
});

/** Asks for other parameters, caps or another state; only what differs is sent. Open positions keep what they were opened at. */
export function ChangeContract({ market, close }: { market: ContractRow; close: () => void }) {
  const [form] = Form.useForm<Values>();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: (sent: Sent) => api.post('console/contract_change', sent),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  const send = async (): Promise<void> => {
    const fields = await form.validateFields();
    const before = valuesOf(market);
    const differing = FIELDS.filter(({ name }) => fields[name] !== before[name]);
    ask.mutate({
      match_id: market.match_id,
      reason: fields.reason,
      ...(fields.state === market.state ? {} : { state: fields.state }),
      ...Object.fromEntries(differing.map(({ name }) => [name, fields[name]])),
    });
  };
  return (
    <Modal
      open
      title={`Contracts on ${market.symbol}`}
      okText="Ask for approval"
      onOk={() => void send()}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" initialValues={valuesOf(market)} requiredMark={false}>
        <Form.Item name="state" label="State">
          <Select
            options={[
              { value: 'open', label: 'Open' },
              { value: 'close_only', label: 'Closing only' },
              { value: 'halted', label: 'Halted: no opening, closing or close-out' },
            ]}
          />
        </Form.Item>
        {FIELDS.map(({ name, label }) => (
          <Form.Item key={name} name={name} label={label} rules={[{ required: true }]}>
            <Input inputMode="decimal" />
          </Form.Item>
        ))}
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
