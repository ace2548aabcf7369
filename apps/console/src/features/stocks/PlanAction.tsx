import type { SentTo } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, DatePicker, Form, Input, InputNumber, Modal, Select } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

type Sent = SentTo<'console/stock_action'>;

interface Fields {
  match_id: number;
  kind: 'dividend' | 'split';
  per_share?: string;
  ratio_new?: number;
  ratio_old?: number;
  effective: { valueOf(): number };
  note: string;
  reason: string;
}

/** What is sent: the fields of the chosen kind only. */
const sentOf = ({
  match_id,
  kind,
  per_share,
  ratio_new,
  ratio_old,
  effective,
  note,
  reason,
}: Fields): Sent => ({
  ...{ match_id, kind, effective_ms: effective.valueOf(), note, reason },
  ...(kind === 'dividend'
    ? { per_share: per_share ?? '' }
    : { ratio_new: ratio_new ?? 0, ratio_old: ratio_old ?? 0 }),
});

/** Asks for a dividend or a split; somebody else approves it. */
export function PlanAction({ close }: { close: () => void }) {
  const [form] = Form.useForm<Fields>();
  const kind = Form.useWatch('kind', form);
  const { message } = App.useApp();
  const queries = useQueryClient();
  const markets = useCall('console/markets', {});
  const ask = useMutation({
    mutationFn: (sent: Sent) => api.post('console/stock_action', sent),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  const stocks = (markets.data ?? []).filter((market) => market.kind === 'stock');
  return (
    <Modal
      open
      title="Plan a dividend or a split"
      okText="Ask for approval"
      onOk={() => void form.validateFields().then((fields) => ask.mutate(sentOf(fields)))}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" initialValues={{ kind: 'dividend' }} requiredMark={false}>
        <Form.Item name="match_id" label="Stock" rules={[{ required: true }]}>
          <Select options={stocks.map(({ match_id, symbol }) => ({ value: match_id, label: symbol }))} />
        </Form.Item>
        <Form.Item name="kind" label="Kind">
          <Select
            options={[
              { value: 'dividend', label: 'Dividend' },
              { value: 'split', label: 'Split' },
            ]}
          />
        </Form.Item>
        {kind === 'split' ? (
          <>
            <Form.Item name="ratio_new" label="New shares" rules={[{ required: true }]}>
              <InputNumber min={1} max={9999} precision={0} />
            </Form.Item>
            <Form.Item name="ratio_old" label="for old shares" rules={[{ required: true }]}>
              <InputNumber min={1} max={9999} precision={0} />
            </Form.Item>
          </>
        ) : (
          <Form.Item name="per_share" label="USDT per share" rules={[{ required: true }]}>
            <Input inputMode="decimal" />
          </Form.Item>
        )}
        <Form.Item
          name="effective"
          label="Takes effect"
          extra="While New York does not trade; usually midnight before the ex-date."
          rules={[{ required: true }]}
        >
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
        </Form.Item>
        <Form.Item name="note" label="Note that everybody sees" rules={[{ required: true, min: 3 }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="reason" label="Reason for the approver" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
