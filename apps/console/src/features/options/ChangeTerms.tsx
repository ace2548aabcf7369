import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal, Switch } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

export interface TermField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'switch';
}

/** Terms that may be asked for, each by its own call. */
export type Change =
  | { readonly call: 'console/option_duration'; readonly fixed: Record<string, string | number> }
  | { readonly call: 'console/option_currency'; readonly fixed: Record<string, string | number> }
  | { readonly call: 'console/option_regions'; readonly fixed: Record<string, string | number> };

/** Asks for other terms of new options; somebody else has to approve them, and open orders keep theirs. */
export function ChangeTerms({
  title,
  change,
  fields,
  initial,
  close,
}: {
  title: string;
  change: Change;
  fields: readonly TermField[];
  initial: Record<string, string | boolean>;
  close: () => void;
}) {
  const [form] = Form.useForm<Record<string, string | boolean>>();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: (sent: Record<string, string | number | boolean>) =>
      api.post(change.call, { ...change.fixed, ...sent } as never),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  const send = async (): Promise<void> => ask.mutate(await form.validateFields());
  return (
    <Modal
      open
      title={title}
      okText="Ask for approval"
      onOk={() => void send()}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Form form={form} layout="vertical" initialValues={initial} requiredMark={false}>
        {fields.map(({ name, label, kind }) => (
          <Form.Item
            key={name}
            name={name}
            label={label}
            {...(kind === 'switch' ? { valuePropName: 'checked' } : {})}
          >
            {kind === 'switch' ? <Switch /> : <Input />}
          </Form.Item>
        ))}
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
