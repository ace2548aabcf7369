import type { ReplyOf } from '@karat/contract';
import { Alert, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { makePasskey, passkeysWork, withFactor } from '../../lib/passkey.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Failure, Page, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SignInAgain } from '../../ui/SignInAgain.tsx';
import type { SignInFields } from '../../ui/SignInAgain.tsx';
import { useDecision } from '../../ui/useDecision.ts';

type Passkey = ReplyOf<'console/passkeys'>[number];

/** Signs in again, creates the passkey on the device, and registers it. */
async function register({ name, ...fields }: SignInFields & { name: string }): Promise<unknown> {
  const options = await api.post('console/passkey/options', await withFactor(fields));
  return api.post('console/passkey/add', { name, credential: await makePasskey(options) });
}

export function RegisterPasskey() {
  const [form] = Form.useForm<SignInFields & { name: string }>();
  const add = useDecision(register, 'The passkey is registered.', () => form.resetFields());
  if (!passkeysWork()) {
    return (
      <Alert
        type="warning"
        showIcon
        title="This browser cannot use passkeys here. Open the console over https in a browser that can."
      />
    );
  }
  return (
    <Form
      name="register"
      form={form}
      layout="vertical"
      requiredMark={false}
      style={{ maxWidth: 320 }}
      onFinish={(fields) => add.mutate(fields)}
    >
      <Failure error={add.error} />
      <Form.Item
        name="name"
        label="Name of the device"
        rules={[{ required: true, whitespace: true, message: 'A name by which you know it' }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      <SignInAgain />
      <Button type="primary" htmlType="submit" loading={add.isPending}>
        Register passkey
      </Button>
    </Form>
  );
}

function Remove({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const remove = useDecision(
    async (fields: SignInFields) =>
      api.post('console/passkey/remove', { id: passkey.id, ...(await withFactor(fields)) }),
    'The passkey is removed.',
    close,
  );
  return (
    <Modal open title={`Remove ${passkey.name}`} footer={null} onCancel={close} destroyOnHidden>
      <Failure error={remove.error} />
      <Form
        name="remove"
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: SignInFields) => remove.mutate(fields)}
      >
        <SignInAgain />
        <Button danger type="primary" htmlType="submit" loading={remove.isPending}>
          Remove
        </Button>
      </Form>
    </Modal>
  );
}

/** The operator's passkeys: register, list, remove. */
export function Passkeys() {
  const passkeys = useCall('console/passkeys', {});
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Page title="Passkeys" hint="Your passkeys log you in and confirm decisions instead of one-time codes.">
      <Rows<Passkey>
        read={passkeys}
        rows={passkeys.data}
        rowKey={(row) => String(row.id)}
        empty="No passkey yet"
        columns={[
          { title: 'Device', dataIndex: 'name' },
          timeColumn('Registered (UTC)', (row) => row.created_ms),
          timeColumn('Last used (UTC)', (row) => row.used_ms),
          actionsColumn<Passkey>((row) => (
            <Button size="small" danger onClick={() => setRemoving(row)}>
              Remove
            </Button>
          )),
        ]}
      />
      <Part title="Register a passkey">
        <RegisterPasskey />
      </Part>
      {removing && <Remove passkey={removing} close={() => setRemoving(null)} />}
    </Page>
  );
}
