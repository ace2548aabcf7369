import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Options = Readonly<Record<string, unknown>>;

/** Whether this browser supports passkeys at this address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && window.isSecureContext;

/** Creates a passkey; returns the registration for the server, or undefined when the user or device declined. */
export async function makePasskey(options: Options): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(JSON.stringify, () => undefined);
}

/** Signs with a passkey. */
export async function signWithPasskey(options: Options): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Options & PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).then(JSON.stringify, () => undefined);
}
