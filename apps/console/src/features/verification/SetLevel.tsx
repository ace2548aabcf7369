import type { SentTo } from '@karat/contract';
import { Form, InputNumber, Select } from 'antd';
import { api } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';

type Fields = Omit<SentTo<'console/verification_override'>, 'reason'>;

const LEVELS = [
  { value: 0, label: '0: take it away' },
  { value: 1, label: '1: identity data' },
  { value: 2, label: '2: photos' },
];

/** Requests a level outside of the procedure; another operator approves it. */
export function SetLevel({ uid, close }: { uid: number | null; close: () => void }) {
  return (
    <AskForApproval<Fields>
      title="Set a verification level"
      initial={{ ...(uid === null ? {} : { uid }), level: 0 }}
      reason="Reason (the user reads it)"
      close={close}
      send={(fields) => api.post('console/verification_override', fields)}
    >
      <Form.Item name="uid" label="UID" rules={[{ required: true, message: 'Whose level?' }]}>
        <InputNumber min={1} precision={0} controls={false} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="level" label="Level">
        <Select options={LEVELS} />
      </Form.Item>
    </AskForApproval>
  );
}
