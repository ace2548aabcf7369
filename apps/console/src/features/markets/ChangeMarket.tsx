import type { SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import type { MarketRow } from './Markets.tsx';

type Sent = SentTo<'console/market_change'>;

/** Asks for another state or other fees; only what differs is sent. */
export function ChangeMarket({ market, close }: { market: MarketRow; close: () => void }) {
  const [form] = Form.useForm<{
    state: MarketRow['state'];
    maker_fee: string;
    taker_fee: string;
    reason: string;
  }>();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: (sent: Sent) => api.post('console/market_change', sent),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  const send = async (): Promise<void> => {
    const fields = await form.validateFields();
    ask.mutate({
      match_id: market.match_id,
      reason: fields.reason,
      ...(fields.state === market.state ? {} : { state: fields.state }),
      ...(fields.maker_fee === market.maker_fee ? {} : { maker_fee: fields.maker_fee }),
      ...(fields.taker_fee === market.taker_fee ? {} : { taker_fee: fields.taker_fee }),
    });
  };
  return (
    <Modal
      open
      title={`Change ${market.symbol}`}
      okText="Ask for approval"
      onOk={() => void send()}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" initialValues={market} requiredMark={false}>
        <Form.Item name="state" label="State">
          <Select
            options={[
              { value: 'open', label: 'Open' },
              { value: 'cancel_only', label: 'Cancel only' },
              { value: 'halted', label: 'Halted' },
            ]}
          />
        </Form.Item>
        <Form.Item name="maker_fee" label="Maker fee (0.001 is 0.1 %)" rules={[{ required: true }]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item name="taker_fee" label="Taker fee" rules={[{ required: true }]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
