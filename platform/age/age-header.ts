import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { bech32 } from '@scure/base';

/** A file that cannot be opened: other key, changed, cut off, or not an encrypted backup. */
export class BackupRefused extends Error {}

/** Who can open the file: a public key (`age1...`), or everyone who knows a passphrase. */
export type Recipient =
  | { readonly recipient: string }
  /** Cost 2^logN, 18 by default. */
  | { readonly passphrase: string; readonly logN?: number };
/** What opens a file: the secret key (`AGE-SECRET-KEY-1...`), or the passphrase. */
export type Identity = { readonly key: string } | { readonly passphrase: string };

const VERSION = 'age-encryption.org/v1';
const MAC_LINE = '---';
const KEY_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const COLUMNS = 64;
/** Cost of a passphrase: 2^18, a second and 256 MB. A file that asks for more than 2^20 is refused. */
const SCRYPT_LOG_N = 18;
const SCRYPT_LOG_N_MAX = 20;
const SCRYPT_R = 8;
const RECIPIENT_PREFIX = 'age';
const KEY_PREFIX = 'age-secret-key-';
const X25519_INFO = `${VERSION}/X25519`;
const SCRYPT_INFO = `${VERSION}/scrypt`;
const NO_NONCE = Buffer.alloc(12);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
const derive = (secret: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));

/** A line of arguments and a body that carries the wrapped file key. */
interface Stanza {
  readonly args: readonly string[];
  readonly body: Buffer;
}

/** Returns a new secret key and its public key. */
export function createKey(): { readonly key: string; readonly recipient: string } {
  const secret = x25519.utils.randomSecretKey();
  return {
    key: bech32.encode(KEY_PREFIX, bech32.toWords(secret), false).toUpperCase(),
    recipient: bech32.encode(RECIPIENT_PREFIX, bech32.toWords(x25519.getPublicKey(secret)), false),
  };
}

/** Returns true for a well-formed public key. */
export const isRecipient = (text: string): boolean => keyBytes(text, RECIPIENT_PREFIX) !== undefined;
/** Returns true for a well-formed secret key. */
export const isKey = (text: string): boolean => keyBytes(text, KEY_PREFIX) !== undefined;

function keyBytes(text: string, prefix: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text.trim().toLowerCase(), false);
  if (decoded?.prefix !== prefix) return undefined;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes?.length === 32 ? bytes : undefined;
}

function encryptKey(wrapping: Buffer, fileKey: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', wrapping, NO_NONCE, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if the wrapping key is another one. */
function decryptKey(wrapping: Buffer, body: Buffer): Buffer | undefined {
  if (body.length !== KEY_BYTES + TAG_BYTES) return undefined;
  const opening = createDecipheriv('chacha20-poly1305', wrapping, NO_NONCE, { authTagLength: TAG_BYTES });
  opening.setAuthTag(body.subarray(KEY_BYTES));
  try {
    return Buffer.concat([opening.update(body.subarray(0, KEY_BYTES)), opening.final()]);
  } catch {
    return undefined;
  }
}

const stretch = (passphrase: string, salt: Buffer, logN: number): Promise<Buffer> => {
  const done = Promise.withResolvers<Buffer>();
  const cost = { N: 2 ** logN, r: SCRYPT_R, p: 1, maxmem: 2 ** logN * SCRYPT_R * 160 };
  scrypt(passphrase, Buffer.concat([Buffer.from(SCRYPT_INFO), salt]), 32, cost, (failure, key) =>
    failure ? done.reject(failure) : done.resolve(key),
  );
  return done.promise;
};

async function wrap(fileKey: Buffer, to: Recipient): Promise<Stanza> {
  if ('passphrase' in to) {
    const salt = randomBytes(SALT_BYTES);
    const logN = to.logN ?? SCRYPT_LOG_N;
    const key = await stretch(to.passphrase, salt, logN);
    return { args: ['scrypt', base64(salt), String(logN)], body: encryptKey(key, fileKey) };
  }
  const theirs = keyBytes(to.recipient, RECIPIENT_PREFIX);
  if (theirs === undefined) throw new BackupRefused('the public key of the backup is malformed');
  const own = x25519.utils.randomSecretKey();
  const share = x25519.getPublicKey(own);
  const key = derive(x25519.getSharedSecret(own, theirs), Buffer.concat([share, theirs]), X25519_INFO);
  return { args: ['X25519', base64(share)], body: encryptKey(key, fileKey) };
}

async function unwrap(stanzas: readonly Stanza[], identity: Identity): Promise<Buffer | undefined> {
  for (const { args, body } of stanzas) {
    const [type, first = '', second = ''] = args;
    const opened =
      'passphrase' in identity
        ? type === 'scrypt' && stanzas.length === 1
          ? decryptKey(await stretch(identity.passphrase, bytesOf(first), readLogN(second)), body)
          : undefined
        : type === 'X25519'
          ? decryptKey(sharedKey(identity.key, bytesOf(first)), body)
          : undefined;
    if (opened !== undefined) return opened;
  }
  return undefined;
}

function readLogN(text: string): number {
  const value = /^[1-9][0-9]?$/.test(text) ? Number(text) : Infinity;
  if (value > SCRYPT_LOG_N_MAX) throw new BackupRefused('the backup asks for too much memory');
  return value;
}

function sharedKey(key: string, share: Buffer): Buffer {
  const own = keyBytes(key, KEY_PREFIX);
  if (own === undefined) throw new BackupRefused('the secret key of the backup is malformed');
  if (share.length !== 32) throw new BackupRefused('the header of the backup is damaged');
  return derive(
    x25519.getSharedSecret(own, share),
    Buffer.concat([share, x25519.getPublicKey(own)]),
    X25519_INFO,
  );
}

const macOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

/** Returns the key of the payload. */
export const payloadKey = (fileKey: Buffer, nonce: Buffer): Buffer => derive(fileKey, nonce, 'payload');

function stanzaText({ args, body }: Stanza): string {
  const text = base64(body);
  const lines: string[] = text.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [];
  // The last line is shorter than a full one, empty if need be.
  if (text.length % COLUMNS === 0) lines.push('');
  return `-> ${args.join(' ')}\n${lines.join('\n')}\n`;
}

/** Makes a file key and returns it with the header of a file. */
export async function makeHeader(
  recipients: readonly Recipient[],
): Promise<{ header: string; fileKey: Buffer }> {
  if (recipients.length === 0) throw new BackupRefused('a backup needs a public key or a passphrase');
  if (recipients.length > 1 && recipients.some((each) => 'passphrase' in each))
    throw new BackupRefused('a backup has public keys or one passphrase, not both');
  const fileKey = randomBytes(KEY_BYTES);
  const stanzas = await Promise.all(recipients.map((each) => wrap(fileKey, each)));
  const signed = `${VERSION}\n${stanzas.map((each) => stanzaText(each)).join('')}${MAC_LINE}`;
  return { header: `${signed} ${base64(macOf(fileKey, signed))}\n`, fileKey };
}

/** Returns the file key. Refuses another key and a changed header. `header` ends with the line of the MAC. */
export async function openHeader(header: string, identity: Identity): Promise<Buffer> {
  const at = header.lastIndexOf(`\n${MAC_LINE} `);
  const signed = header.slice(0, at + 1 + MAC_LINE.length);
  const mac = bytesOf(header.slice(signed.length + 1).trim());
  const fileKey = await unwrap(stanzasIn(signed), identity);
  if (fileKey === undefined) throw new BackupRefused('the backup was made for another key or passphrase');
  const expected = macOf(fileKey, signed);
  if (mac.length !== expected.length || !timingSafeEqual(expected, mac))
    throw new BackupRefused('the header of the backup was changed');
  return fileKey;
}

function stanzasIn(signed: string): Stanza[] {
  const [version, ...lines] = signed.split('\n').slice(0, -1);
  if (version !== VERSION) throw new BackupRefused('this is not an encrypted backup');
  const stanzas: { args: string[]; text: string }[] = [];
  for (const line of lines) {
    const last = stanzas.at(-1);
    if (line.startsWith('-> ')) stanzas.push({ args: line.slice(3).split(' '), text: '' });
    else if (last) last.text += line;
  }
  return stanzas.map(({ args, text }) => ({ args, body: bytesOf(text) }));
}

/** Returns true if the bytes hold the whole header, and its length. */
export function headerLength(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(`\n${MAC_LINE} `);
  const end = at < 0 ? -1 : bytes.indexOf('\n', at + 1);
  return end < 0 ? undefined : end + 1;
}
