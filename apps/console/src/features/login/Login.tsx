import { Alert, Button, Card, Flex, Form, Input, Space, Spin, Typography } from 'antd';
import { Suspense, lazy, useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { passkeysWork, signWithPasskey } from '../../lib/passkey.ts';
import { keepDeviceToken, setToken, wasEnded } from '../../lib/session.ts';
import { Failure } from '../../ui/Page.tsx';

const Setup = lazy(async () => ({ default: (await import('./Setup.tsx')).Setup }));

interface Fields {
  login: string;
  password: string;
  totp: string;
}

/** Demo logins, filled in with one click; empty outside of demonstrations. */
function DemoLogins({ pick }: { pick: (fields: Fields) => void }) {
  const demo = useCall('console/demo_logins', {});
  if (!demo.data || demo.data.length === 0) return null;
  const choose = async (login: string): Promise<void> => {
    // Codes last half a minute, so the current one is requested at the click.
    const fresh = (await demo.refetch()).data?.find((one) => one.login === login);
    if (fresh) pick(fresh);
  };
  return (
    <div>
      <Typography.Text type="secondary">Demonstration: fill in as</Typography.Text>
      <Space wrap style={{ marginTop: 8 }}>
        {demo.data.map(({ login }) => (
          <Button key={login} onClick={() => void choose(login)}>
            {login}
          </Button>
        ))}
      </Space>
    </div>
  );
}

/** Registers this device as known, so that failed logins of strangers do not slow down later logins here. */
async function trustDevice(): Promise<void> {
  try {
    const { device_token: next } = await api.post('console/device', {});
    if (next !== null) keepDeviceToken(next);
  } catch {
    // On failure the device stays unknown until the next login.
  }
}

/** Login with password and passkey. */
async function loginByPasskey({ login, password }: Pick<Fields, 'login' | 'password'>): Promise<string> {
  const credential = await signWithPasskey(await api.post('console/passkey/login_options', {}));
  return api.post('console/login', { login, password, credential });
}

/** Login with password and one-time code in one step, or with password and passkey. */
function LoginForm({ setUp }: { setUp: () => void }) {
  const [form] = Form.useForm<Fields>();
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async (login: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      setToken(await login());
      void trustDevice();
    } catch (caught) {
      setError(caught instanceof Error ? caught : new Error(String(caught)));
      form.resetFields(['totp']);
    } finally {
      setBusy(false);
    }
  };
  const withPasskey = async (): Promise<void> => {
    const fields = await form.validateFields(['login', 'password']).catch(() => undefined);
    if (fields) await open(() => loginByPasskey(fields));
  };
  return (
    <>
      {wasEnded() && !error && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="Your session has ended. Log in again to continue."
        />
      )}
      <Failure error={error} />
      <Form
        form={form}
        layout="vertical"
        onFinish={(fields) => void open(() => api.post('console/login', fields))}
        requiredMark={false}
      >
        <Form.Item name="login" label="Login" rules={[{ required: true }]}>
          <Input autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="totp"
          label="One-time code"
          rules={[{ required: true, pattern: /^\d{6}$/, message: 'Six digits' }]}
        >
          <Input inputMode="numeric" maxLength={6} autoComplete="one-time-code" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          Log in
        </Button>
        {passkeysWork() && (
          <Button block style={{ marginTop: 12 }} disabled={busy} onClick={() => void withPasskey()}>
            Log in with a passkey
          </Button>
        )}
      </Form>
      <div style={{ marginTop: 24 }}>
        <DemoLogins pick={(fields) => form.setFieldsValue(fields)} />
      </div>
      <Button type="link" block style={{ marginTop: 12 }} onClick={setUp}>
        Set up a new login
      </Button>
    </>
  );
}

/** Login, or the setup of a new operator's. */
export function Login() {
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <Flex align="center" justify="center" style={{ minHeight: '100vh', padding: 16 }}>
      <Card style={{ width: 400 }}>
        <Typography.Title level={1} style={{ marginTop: 0 }}>
          Karat console
        </Typography.Title>
        {isSettingUp ? (
          <Suspense fallback={<Spin />}>
            <Setup close={() => setSettingUp(false)} />
          </Suspense>
        ) : (
          <LoginForm setUp={() => setSettingUp(true)} />
        )}
      </Card>
    </Flex>
  );
}
