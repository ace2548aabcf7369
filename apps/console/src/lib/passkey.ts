import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from './api.ts';

type Options = Readonly<Record<string, unknown>>;

/** Whether this browser can use passkeys at this address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && window.isSecureContext;

const declined = (): never => {
  throw new Error('The device gave no passkey. Try again.');
};

/** Asks the device to make a passkey; answers what the server wants of it. Throws when the person or device declined. */
export async function makePasskey(options: Options): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(JSON.stringify, declined);
}

/** Asks the device to sign with a passkey. Throws when the person or device declined. */
export async function signWithPasskey(options: Options): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).then(JSON.stringify, declined);
}

/** A second factor as a form has it: which one, and the one-time code where it is that. */
export interface FactorFields {
  readonly factor?: 'code' | 'passkey';
  readonly totp?: string;
}

/** The fields of a form with the second factor as the wire has it; a passkey signs now. */
export async function withFactor<Fields extends FactorFields>({
  factor,
  totp,
  ...fields
}: Fields): Promise<Omit<Fields, keyof FactorFields> & { totp?: string; credential?: string }> {
  if (factor !== 'passkey') return { ...fields, ...(totp === undefined ? {} : { totp }) };
  const credential = await signWithPasskey(await api.post('console/passkey/challenge', {}));
  return { ...fields, credential };
}
