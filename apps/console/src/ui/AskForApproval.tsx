import { Button, Flex, Form, Input, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Failure } from './Page.tsx';
import { useDecision } from './useDecision.ts';

interface Asking<Fields> {
  readonly send: (fields: Fields & { reason: string }) => Promise<unknown>;
  readonly close: () => void;
  readonly initial?: Partial<Fields>;
  /** What the reason tells the second person. */
  readonly reason?: string;
  readonly button?: string;
  readonly said?: string;
  readonly danger?: boolean;
  /** The fields before the reason. */
  readonly children?: ReactNode;
}

/** Fields, a reason and the button that asks; what the server refuses stands above them. */
export function AskForm<Fields extends object>({
  send,
  close,
  initial,
  children,
  reason = 'Reason',
  button = 'Ask for approval',
  said = 'Asked. Somebody else has to approve it.',
  danger = false,
}: Asking<Fields>) {
  const ask = useDecision(send, said, close);
  return (
    <Form<Fields & { reason: string }>
      layout="vertical"
      requiredMark={false}
      initialValues={initial ?? {}}
      onFinish={(fields) => ask.mutate(fields)}
    >
      <Failure error={ask.error} />
      {children}
      <Form.Item
        name="reason"
        label={reason}
        rules={[{ required: true, whitespace: true, min: 3, message: 'Say it in at least three letters' }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      <Flex justify="end">
        <Button type="primary" htmlType="submit" danger={danger} loading={ask.isPending}>
          {button}
        </Button>
      </Flex>
    </Form>
  );
}

/** Asks for what a second person has to approve, in a window of its own. */
export function AskForApproval<Fields extends object>({
  title,
  hint,
  ...asking
}: Asking<Fields> & { readonly title: string; readonly hint?: string }) {
  return (
    <Modal open title={title} footer={null} onCancel={asking.close} destroyOnHidden>
      {hint !== undefined && <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>}
      <AskForm<Fields> {...asking} />
    </Modal>
  );
}
