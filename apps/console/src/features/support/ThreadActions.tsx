import { Button, Flex, Form, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { Conversation } from './words.ts';

/** Hands the conversation to a colleague, or back to the queue. */
function Assign({ id, close }: { id: number; close: () => void }) {
  const operators = useCall('console/support_operators', {});
  const [login, setLogin] = useState('');
  const assign = useDecision(
    () => api.post('console/support_assign', { id, ...(login === '' ? {} : { login }) }),
    'Assigned.',
    close,
  );
  return (
    <Modal
      open
      title={`Assign conversation ${id}`}
      okText="Assign"
      onOk={() => assign.mutate(undefined)}
      okButtonProps={{ loading: assign.isPending }}
      onCancel={close}
    >
      <Failure error={operators.error ?? assign.error} />
      <Select
        aria-label="Operator"
        style={{ width: '100%' }}
        value={login}
        onChange={setLogin}
        options={[
          { value: '', label: 'Back to the queue' },
          ...(operators.data ?? []).map((each) => ({
            value: each.login,
            label: `${each.name} (${each.open} open)`,
          })),
        ]}
      />
    </Modal>
  );
}

/** Moves the messages to another conversation of the same customer. */
function Merge({ id, close }: { id: number; close: () => void }) {
  const merge = useDecision(
    ({ into }: { into: number }) => api.post('console/support_merge', { id, into }),
    'Merged.',
    close,
  );
  return (
    <Modal open title={`Merge conversation ${id}`} footer={null} onCancel={close}>
      <Failure error={merge.error} />
      <Form<{ into: number }>
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => merge.mutate(fields)}
      >
        <Form.Item
          name="into"
          label="Into conversation no."
          extra="Of the same customer. This conversation closes, and its messages are appended to the other."
          rules={[{ required: true, message: 'Enter a number' }]}
        >
          <InputNumber min={1} precision={0} controls={false} style={{ width: '100%' }} />
        </Form.Item>
        <Flex justify="end">
          <Button type="primary" htmlType="submit" loading={merge.isPending}>
            Merge
          </Button>
        </Flex>
      </Form>
    </Modal>
  );
}

/** Take, assign, merge and close. */
export function ThreadActions({ conversation }: { conversation: Conversation }) {
  const { id, assignee, state, last_seq: lastSeq } = conversation;
  const [shown, setShown] = useState<'assign' | 'merge' | null>(null);
  const done = (): void => setShown(null);
  const take = useDecision(() => api.post('console/support_take', { id }), 'Taken.', done);
  // Refused if the customer wrote meanwhile.
  const end = useDecision(
    () => api.post('console/support_close', { id, last_seq: lastSeq }),
    'Closed.',
    done,
  );
  if (state === 'closed') return null;
  return (
    <div>
      <Flex gap={8} wrap justify="end">
        {assignee === null && (
          <Button size="small" type="primary" loading={take.isPending} onClick={() => take.mutate(undefined)}>
            Take
          </Button>
        )}
        <Button size="small" onClick={() => setShown('assign')}>
          Assign
        </Button>
        <Button size="small" onClick={() => setShown('merge')}>
          Merge
        </Button>
        <Button size="small" danger loading={end.isPending} onClick={() => end.mutate(undefined)}>
          Close
        </Button>
      </Flex>
      <Failure error={take.error ?? end.error} />
      {shown === 'assign' && <Assign id={id} close={done} />}
      {shown === 'merge' && <Merge id={id} close={done} />}
    </div>
  );
}
