import type { SentTo } from '@karat/contract';
import { DatePicker, Form, Input, InputNumber, Segmented, Select, Space } from 'antd';
import type { FormRule } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Failure } from '../../ui/Page.tsx';

type Moment = { valueOf(): number };

interface Fields {
  match_id: number;
  kind: 'dividend' | 'split';
  per_share: string;
  ratio_new: number;
  ratio_old: number;
  effective: Moment;
  note: string;
}

/** Fields of the call, of the selected kind only. */
const sentOf = ({
  effective,
  per_share,
  ratio_new,
  ratio_old,
  ...rest
}: Fields & { reason: string }): SentTo<'console/stock_action'> => ({
  ...rest,
  effective_ms: effective.valueOf(),
  ...(rest.kind === 'dividend' ? { per_share } : { ratio_new, ratio_old }),
});

const needed = [{ required: true, message: 'Needed' }];

/** A split into the same number of shares is none. */
const anotherNumber: FormRule[] = [
  ...needed,
  ({ getFieldValue }) => ({
    validator: async (_, value: unknown) => {
      if (value !== undefined && value === getFieldValue('ratio_new')) throw new Error('The same number');
    },
  }),
];

/** The dividend per share, or the split ratio. */
function Terms() {
  if (Form.useWatch('kind') === 'dividend') {
    return (
      <Form.Item
        name="per_share"
        label="USDT per share"
        rules={[{ required: true, pattern: /^\d+(\.\d{1,10})?$/, message: 'A decimal number' }]}
      >
        <Input inputMode="decimal" style={{ width: 160 }} />
      </Form.Item>
    );
  }
  return (
    <Space align="start">
      <Form.Item name="ratio_new" label="New shares" rules={needed}>
        <InputNumber min={1} max={9999} precision={0} controls={false} />
      </Form.Item>
      <Form.Item name="ratio_old" label="for old shares" dependencies={['ratio_new']} rules={anotherNumber}>
        <InputNumber min={1} max={9999} precision={0} controls={false} />
      </Form.Item>
    </Space>
  );
}

/** Entered in the operator's time zone, shown in UTC, which is binding. */
function Effective() {
  const chosen = Form.useWatch<Moment | undefined>('effective');
  return (
    <Form.Item
      name="effective"
      label="Takes effect (your local time)"
      extra={`${chosen ? `${moment(chosen.valueOf())} UTC. ` : ''}While New York does not trade; usually midnight before the ex-date.`}
      rules={needed}
    >
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        // Enter accepts the typed time without submitting the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </Form.Item>
  );
}

/** Requests a dividend or a split; another operator approves it. */
export function PlanAction({ close }: { close: () => void }) {
  const markets = useCall('console/markets', {});
  const stocks = (markets.data ?? []).filter((market) => market.kind === 'stock');
  return (
    <AskForApproval<Fields>
      title="Plan a dividend or a split"
      initial={{ kind: 'dividend' }}
      reason="Reason for the approver"
      about={{ stock_action_time: 'effective' }}
      close={close}
      send={(fields) => api.post('console/stock_action', sentOf(fields))}
    >
      <Failure error={markets.error} retry={() => void markets.refetch()} />
      <Form.Item name="kind" label="Kind">
        <Segmented
          options={[
            { value: 'dividend', label: 'Dividend' },
            { value: 'split', label: 'Split' },
          ]}
        />
      </Form.Item>
      <Form.Item name="match_id" label="Stock" rules={needed}>
        <Select options={stocks.map(({ match_id, symbol }) => ({ value: match_id, label: symbol }))} />
      </Form.Item>
      <Terms />
      <Effective />
      <Form.Item
        name="note"
        label="Note that everybody sees"
        rules={[{ required: true, min: 3, message: 'Say it in at least three letters' }]}
      >
        <Input maxLength={200} />
      </Form.Item>
    </AskForApproval>
  );
}
