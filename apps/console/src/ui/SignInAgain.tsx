import { Form, Input, Segmented } from 'antd';
import { useCall } from '../lib/api.ts';
import { passkeysWork } from '../lib/passkey.ts';
import type { FactorFields } from '../lib/passkey.ts';

export interface SignInFields extends FactorFields {
  readonly password: string;
}

/** The current code of the authenticator. */
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

/** A fresh second factor: a passkey of the operator if there is one, otherwise a one-time code. */
export function SecondFactor() {
  const me = useCall('console/me', {});
  const factor: unknown = Form.useWatch('factor');
  if (!me.data) return null;
  const hasPasskey = me.data.passkeys > 0 && passkeysWork();
  const mayUseCode = me.data.passkeys === 0 || !me.data.passkey_required;
  if (!hasPasskey) return <OneTimeCode />;
  return (
    <>
      <Form.Item name="factor" label="Confirm with" initialValue="passkey">
        <Segmented
          options={[
            { value: 'passkey', label: 'Passkey' },
            ...(mayUseCode ? [{ value: 'code', label: 'One-time code' }] : []),
          ]}
        />
      </Form.Item>
      {factor === 'code' && <OneTimeCode />}
    </>
  );
}

/** Password and second factor: decisions require a fresh sign-in. */
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
      <SecondFactor />
    </>
  );
}
