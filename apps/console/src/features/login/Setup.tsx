import { Button, Flex, Form, Input, QRCode, Typography } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { OneTimeCode } from '../../ui/SignInAgain.tsx';
import { useDecision } from '../../ui/useDecision.ts';

interface Codes {
  readonly login: string;
  readonly first: string;
  readonly second: string;
}
interface Begun extends Codes {
  readonly secret: string;
  readonly uri: string;
}

const HALF = { required: true, pattern: /^\s*[A-Za-z0-9_-]{20}\s*$/, message: '20 characters' };
const PASSWORD_MIN = 12;

/** Asks for login and both halves of the code. */
function CodesForm({ proceed }: { proceed: (begun: Begun) => void }) {
  const begin = useDecision(
    async (codes: Codes) => proceed({ ...codes, ...(await api.post('console/staff_begin', codes)) }),
    'The code is right.',
    () => undefined,
  );
  return (
    <Form<Codes> layout="vertical" requiredMark={false} onFinish={(codes) => begin.mutate(codes)}>
      <Typography.Paragraph type="secondary">
        Two colleagues each have one half of your setup code. Ask each of them for it.
      </Typography.Paragraph>
      <Failure error={begin.error} />
      <Form.Item name="login" label="Login" rules={[{ required: true, message: 'Your login' }]}>
        <Input autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="first" label="First half, from the requesting admin" rules={[HALF]}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="second" label="Second half, of the operator who approved" rules={[HALF]}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={begin.isPending}>
        Continue
      </Button>
    </Form>
  );
}

interface Choice {
  readonly password: string;
  readonly totp: string;
}

/** Asks for a password and a code of the authenticator. */
function ChoiceForm({ begun: { secret, uri, ...codes }, done }: { begun: Begun; done: () => void }) {
  const finish = useDecision(
    ({ password, totp }: Choice) => api.post('console/staff_finish', { ...codes, password, totp }),
    'Your login is set up. Log in now.',
    done,
  );
  return (
    <Form<Choice> layout="vertical" requiredMark={false} onFinish={(choice) => finish.mutate(choice)}>
      <Failure error={finish.error} />
      <Typography.Paragraph>Scan this with an authenticator app, or type the secret:</Typography.Paragraph>
      <Flex vertical align="center" gap={8} style={{ marginBottom: 16 }}>
        <QRCode value={uri} aria-label="Secret for the authenticator" bgColor="#ffffff" color="#000000" />
        <Typography.Text className="exact" copyable={{ text: secret }}>
          {secret}
        </Typography.Text>
      </Flex>
      <OneTimeCode />
      <Form.Item
        name="password"
        label="New password"
        extra={`At least ${PASSWORD_MIN} characters`}
        rules={[{ required: true, min: PASSWORD_MIN, message: `At least ${PASSWORD_MIN} characters` }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label="The same again"
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, typed) =>
              typed === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error('The two differ')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={finish.isPending}>
        Set up login
      </Button>
    </Form>
  );
}

/** Sets up the login of a new operator, or of one whose login was renewed. */
export function Setup({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  return (
    <>
      <Typography.Title level={2} style={{ marginTop: 0 }}>
        Set up a login
      </Typography.Title>
      {begun ? <ChoiceForm begun={begun} done={close} /> : <CodesForm proceed={setBegun} />}
      <Button type="link" block style={{ marginTop: 12 }} onClick={close}>
        Back to the login
      </Button>
    </>
  );
}
