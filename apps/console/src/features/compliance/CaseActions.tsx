import type { CaseOutcome } from '@karat/contract';
import { Button, Flex, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure, Part } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { CaseDetail } from '../../lib/cases.ts';
import { LINKS, OUTCOMES, optionsOf, outcomesOf } from '../../lib/cases.ts';

interface Props {
  readonly row: CaseDetail;
  readonly changed: () => void;
}

const TEXT_MAX = 2_000;
const textRule = { required: true, whitespace: true, min: 3, message: 'Say it in at least three letters' };

/** Takes the case, or hands it to another operator. */
function Assignment({ row, changed }: Props) {
  const me = useCall('console/me', {});
  const operators = useCall('console/case_operators', {});
  const take = useDecision(
    () => api.post('console/case_take', { id: row.id }),
    'The case is yours.',
    changed,
  );
  const assign = useDecision(
    (login: string | undefined) =>
      api.post('console/case_assign', { id: row.id, ...(login === undefined ? {} : { login }) }),
    'Assigned.',
    changed,
  );
  const others = operators.data?.filter(({ login }) => login !== row.assignee) ?? [];
  return (
    <>
      <Failure error={take.error ?? assign.error} />
      <Flex gap={8} wrap>
        {row.assignee === null && (
          <Button type="primary" loading={take.isPending} onClick={() => take.mutate(undefined)}>
            Take the case
          </Button>
        )}
        <Select
          aria-label="Hand over to"
          placeholder="Hand over to"
          style={{ width: 240 }}
          loading={assign.isPending}
          value={null}
          options={others.map(({ login, active }) => ({
            value: login,
            label: `${login}${login === me.data?.login ? ' (you)' : ''}, ${active} cases`,
          }))}
          onChange={(login: string | null) => login !== null && assign.mutate(login)}
        />
        {row.assignee !== null && (
          <Button loading={assign.isPending} onClick={() => assign.mutate(undefined)}>
            Give back
          </Button>
        )}
      </Flex>
    </>
  );
}

/** A note, which is also the reason of a status. */
function Note({ row, changed, isMine }: Props & { readonly isMine: boolean }) {
  const [text, setText] = useState('');
  const done = (): void => {
    setText('');
    changed();
  };
  const id = row.id;
  const note = useDecision(() => api.post('console/case_note', { id, text: text.trim() }), 'Added.', done);
  const next = row.status === 'waiting' ? 'in_review' : 'waiting';
  const status = useDecision(
    () => api.post('console/case_status', { id, status: next, text: text.trim() }),
    'The status is set.',
    done,
  );
  const isShort = text.trim().length < 3;
  return (
    <>
      <Failure error={note.error ?? status.error} />
      <Flex vertical gap={8}>
        <Input.TextArea
          aria-label="New note"
          placeholder="A note; it cannot be changed later"
          value={text}
          maxLength={TEXT_MAX}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => setText(target.value)}
        />
        <Flex gap={8} justify="end">
          {isMine && (
            <Button disabled={isShort} loading={status.isPending} onClick={() => status.mutate(undefined)}>
              {next === 'waiting' ? 'Add note and set to waiting' : 'Add note and resume review'}
            </Button>
          )}
          <Button disabled={isShort} loading={note.isPending} onClick={() => note.mutate(undefined)}>
            Add note
          </Button>
        </Flex>
      </Flex>
    </>
  );
}

/** Links a record of the user. */
function LinkForm({ row, changed }: Props) {
  const link = useDecision(
    (fields: { link: keyof typeof LINKS; reference: number }) =>
      api.post('console/case_link', { id: row.id, ...fields }),
    'Linked.',
    changed,
  );
  return (
    <Form<{ link: keyof typeof LINKS; reference: number }>
      layout="inline"
      name="link"
      requiredMark={false}
      initialValues={{ link: 'withdrawal' }}
      onFinish={(fields) => link.mutate(fields)}
    >
      <Failure error={link.error} />
      <Form.Item name="link" label="Record">
        <Select style={{ width: 150 }} options={optionsOf(LINKS)} />
      </Form.Item>
      <Form.Item name="reference" label="Number" rules={[{ required: true, message: 'Its number' }]}>
        <InputNumber min={1} precision={0} controls={false} />
      </Form.Item>
      <Button htmlType="submit" loading={link.isPending}>
        Link
      </Button>
    </Form>
  );
}

/** Closes the case with outcome and reason. */
function Closing({ row, changed }: Props) {
  const close = useDecision(
    (fields: { outcome: CaseOutcome; reason: string }) =>
      api.post('console/case_close', { id: row.id, ...fields }),
    ({ closing }) => (closing ? 'Asked. A second operator has to approve it.' : 'The case is closed.'),
    changed,
  );
  return (
    <Form<{ outcome: CaseOutcome; reason: string }>
      layout="vertical"
      name="close"
      requiredMark={false}
      onFinish={(fields) => close.mutate(fields)}
    >
      <Failure error={close.error} />
      <Form.Item name="outcome" label="Outcome" rules={[{ required: true, message: 'Choose an outcome' }]}>
        <Select options={outcomesOf(row.kind).map((value) => ({ value, label: OUTCOMES[value] }))} />
      </Form.Item>
      <Form.Item name="reason" label="Reason" rules={[textRule]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      <Flex justify="end">
        <Button type="primary" htmlType="submit" loading={close.isPending}>
          Close the case
        </Button>
      </Flex>
    </Form>
  );
}

/** What an operator does with a case that is not closed. */
export function CaseActions(props: Props) {
  const me = useCall('console/me', {});
  const { row } = props;
  const isMine = me.data !== undefined && row.assignee === me.data.login;
  return (
    <>
      <Part title="Assignment">
        <Assignment {...props} />
      </Part>
      <Part title="Note">
        <Note {...props} isMine={isMine} />
      </Part>
      <Part title="Link a record">
        <LinkForm {...props} />
      </Part>
      {isMine && !row.closing && (
        <Part title="Closing">
          <Closing {...props} />
        </Part>
      )}
    </>
  );
}
