import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const challengeOf = (options: unknown): string =>
  typeof options === 'object' && options !== null && 'challenge' in options ? String(options.challenge) : '';
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text, 'latin1')]);

/** `{fmt: "none", attStmt: {}, authData}` in CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.of(0xa3),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.of(0xa0),
    cborText('authData'),
    Buffer.of(0x59),
    length,
    authData,
  ]);
}

/**
 * A software authenticator, WebAuthn level 3: one ES256 key, no attestation. Returns JSON like a browser. It says that it has verified
 * its user, unless it is used `withoutVerification`.
 */
export function softAuthenticator(domain: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const name = id.toString('base64url');
  let counter = 0;

  const clientData = (type: string, options: unknown, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: challengeOf(options), origin, crossOrigin: false }));
  const head = (flags: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(domain), Buffer.of(flags), count]);
  };
  /** The public key as COSE: EC2, ES256, P-256, x, y. */
  const coseKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20),
      Buffer.from(x, 'base64url'),
      Buffer.of(0x22, 0x58, 0x20),
      Buffer.from(y, 'base64url'),
    ]);
  };
  const used = (flags: number) => ({
    register(options: unknown, origin: string): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey()]);
      const authData = Buffer.concat([head(flags | HAS_KEY), attested]);
      return JSON.stringify({
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
          attestationObject: attestationObject(authData).toString('base64url'),
        },
      });
    },
    sign(options: unknown, origin: string): string {
      const data = clientData('webauthn.get', options, origin);
      const authData = head(flags);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return JSON.stringify({
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      });
    },
  });
  return {
    ...used(USER_PRESENT_AND_VERIFIED),
    withoutVerification: used(USER_PRESENT),
    /** Counts from another number, as a copy does that was made before. */
    countFrom(count: number): void {
      counter = count;
    },
  };
}
