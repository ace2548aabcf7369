import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from './api.ts';

type Options = Readonly<Record<string, unknown>>;

/** Whether this browser supports passkeys at this address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && window.isSecureContext;

const declined = (): never => {
  throw new Error('The device gave no passkey. Try again.');
};

/** Creates a passkey and returns the registration for the server. Throws when the operator or the device declined. */
export async function makePasskey(options: Options): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(JSON.stringify, declined);
}

/** Signs with a passkey. Throws when the operator or the device declined. */
export async function signWithPasskey(options: Options): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).then(JSON.stringify, declined);
}

/** A second factor of a form: its kind, and the one-time code for that kind. */
export interface FactorFields {
  readonly factor?: 'code' | 'passkey';
  readonly totp?: string;
}

/** Returns the form's fields with the second factor for the call; a passkey signs now. */
export async function withFactor<Fields extends FactorFields>({
  factor,
  totp,
  ...fields
}: Fields): Promise<Omit<Fields, keyof FactorFields> & { totp?: string; credential?: string }> {
  if (factor !== 'passkey') return { ...fields, ...(totp === undefined ? {} : { totp }) };
  const credential = await signWithPasskey(await api.post('console/passkey/challenge', {}));
  return { ...fields, credential };
}
