import type { Code } from '@karat/contract';
import { Button, Flex, Form, Input, Modal, Typography } from 'antd';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { CallError } from '../lib/refusal.ts';
import { Failure } from './Page.tsx';
import { useDecision } from './useDecision.ts';

interface Asking<Fields, Reply> {
  readonly send: (fields: Fields & { reason: string }) => Promise<Reply>;
  readonly close: () => void;
  readonly initial?: Partial<Fields>;
  /** Hint for the reason. */
  readonly reason?: string;
  readonly button?: string;
  /** Message after the reply. */
  readonly said?: string | ((reply: Reply) => string);
  readonly danger?: boolean;
  /** Maps refusal codes to fields, which show them. */
  readonly about?: Readonly<Partial<Record<Code, keyof Fields & string>>>;
  /** The fields before the reason. */
  readonly children?: ReactNode;
}

/** Fields, a reason and the button; refusals are shown at their field, or above the form. */
export function AskForm<Fields extends object, Reply = unknown>({
  send,
  close,
  initial,
  children,
  reason = 'Reason',
  button = 'Ask for approval',
  said = 'Asked. Somebody else has to approve it.',
  danger = false,
  about = {},
}: Asking<Fields, Reply>) {
  const [form] = Form.useForm<Fields & { reason: string }>();
  const ask = useDecision(send, said, close);
  const fieldOf = (error: Error | null) => (error instanceof CallError ? about[error.code] : undefined);
  const showAtField = (error: Error): void => {
    const name = fieldOf(error);
    const fieldError = { name, errors: [error.message] } as Parameters<typeof form.setFields>[0][number];
    if (name !== undefined) form.setFields([fieldError]);
  };
  return (
    <Form<Fields & { reason: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial ?? {}}
      onFinish={(fields) => ask.mutate(fields, { onError: showAtField })}
    >
      <Failure error={fieldOf(ask.error) === undefined ? ask.error : null} />
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

/** Restores the focus for keyboard users. */
function useFocusGivenBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/** Requests an approval in a dialog. */
export function AskForApproval<Fields extends object, Reply = unknown>({
  title,
  hint,
  ...asking
}: Asking<Fields, Reply> & { readonly title: string; readonly hint?: string }) {
  useFocusGivenBack();
  return (
    <Modal
      open
      title={title}
      footer={null}
      onCancel={asking.close}
      destroyOnHidden
      // A click outside does not lose the input.
      mask={{ closable: false }}
      styles={{ header: { marginBottom: 16 } }}
    >
      {hint !== undefined && <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>}
      <AskForm<Fields, Reply> {...asking} />
    </Modal>
  );
}
