import { Form, Input } from 'antd';

/** The code that the authenticator shows now. */
export function OneTimeCode() {
  return (
    <Form.Item
      name="totp"
      label="One-time code"
      rules={[{ required: true, pattern: /^\d{6}$/, message: 'Six digits' }]}
    >
      <Input inputMode="numeric" maxLength={6} autoComplete="one-time-code" style={{ width: 120 }} />
    </Form.Item>
  );
}

/** Password and code: whoever decides shows once more who they are. */
export function SignInAgain() {
  return (
    <>
      <Form.Item
        name="password"
        label="Password"
        rules={[{ required: true, message: 'Your password is needed' }]}
      >
        <Input.Password autoComplete="current-password" style={{ width: 220 }} />
      </Form.Item>
      <OneTimeCode />
    </>
  );
}
