import { refuse } from '@karat/contract';
import type { OperatorRole } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import { sha256 } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { STRICT_TRANSPORT } from '@karat/platform/http';
import { readBytes, writeDurably } from './disk.ts';
import { byteRange } from './range.ts';
import { bytesOwned, findFile, insertFile, otherOwners, ownFile, publishFile, sealFile } from './store.ts';
import type { FileRow } from './store.ts';

export interface FilesOptions {
  /** Root of the store, `.karat/files` by default. */
  readonly directory: string;
  /** Quota of one owner, bytes. */
  readonly ownerBytesMax?: number;
}

export interface NewFile {
  readonly owner: number;
  readonly visibility: 'public' | 'private';
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** Quota of this owner in bytes, if it is lower than the general one. */
  readonly ownerBytesMax?: number;
}

/** Caller that requests a file: a user, an operator, or a visitor. */
export type FileCaller = { readonly userId: number } | { readonly role: OperatorRole } | undefined;

/** Reply for the HTTP server. */
export interface ServedFile {
  readonly status: 200 | 206 | 404 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Set if the file is not public. */
  readonly isPrivate?: boolean;
}

/** A file with its bytes. */
export interface OpenFile {
  readonly mime: string;
  readonly bytes: Buffer;
}

export interface Files {
  /**
   * Stores bytes: durably on disk first, then the row in the caller's transaction. The same bytes of the same owner
   * are stored once. Returns the address, `/files/<id>`. Refuses with `too_many_requests` when the owner's quota is
   * used up.
   */
  keep(tx: Tx, file: NewFile): Promise<string>;
  /** Returns the file at an address if it belongs to the owner; a file of another owner is reported as unknown. */
  owned(db: Queries, address: string, owner: number): Promise<FileRow | undefined>;
  /**
   * Seals a private file: its owner still sees it at its address, operators do not, so that each view goes through a
   * call that logs it. Returns its new address.
   */
  seal(tx: Tx, file: FileRow): Promise<string>;
  /** Makes a private file public. Returns its address: that of the public file where its owner has one of the same bytes. */
  publish(tx: Tx, address: string): Promise<string>;
  /** Returns other users who own the same bytes, at most ten. */
  otherOwners(db: Queries, file: FileRow): Promise<number[]>;
  /** Returns the bytes of a stored file, checked against their hash; undefined if they are lost or damaged. */
  read(file: FileRow): Promise<Buffer | undefined>;
  /** Returns a file by its address, for a caller who has checked that its reader may have it; undefined if it is lost. */
  open(db: Queries, address: string): Promise<OpenFile | undefined>;
  /**
   * Serves `/files/<id>`: public files to everyone, private ones to their owner and to operators, sealed ones to their
   * owner alone, 404 to all others. `range` is the header of that name: one range of bytes is served alone (206, or 416 outside
   * of the file); any other header is ignored.
   */
  serve(id: string, caller: FileCaller, range?: string): Promise<ServedFile>;
}

const OWNER_BYTES_MAX = 200 * 1024 * 1024;
const ID = /^[A-Za-z0-9_-]{22}$/;
const ADDRESS = /^\/files\/([A-Za-z0-9_-]{22})$/;
const ID_BYTES = 16;
/** Roles that review uploads. */
const REVIEWERS: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];

const OTHERS_MAX = 10;

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  ...STRICT_TRANSPORT,
  'cross-origin-resource-policy': 'same-site',
} as const;
/** A public picture is also shown by apps that reach this server as one of their lines. */
const PUBLIC_HEADERS = { ...SAFE_HEADERS, 'cross-origin-resource-policy': 'cross-origin' } as const;

const absent = (): ServedFile => ({
  status: 404,
  headers: { ...SAFE_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('not found'),
});

const mayRead = (file: FileRow, caller: FileCaller): boolean => {
  if (file.visibility === 'public') return true;
  if (caller === undefined) return false;
  if ('userId' in caller) return caller.userId === file.owner;
  return file.visibility === 'private' && REVIEWERS.includes(caller.role);
};

export function createFiles(ctx: Context, options: FilesOptions): Files {
  const ownerBytesMax = options.ownerBytesMax ?? OWNER_BYTES_MAX;
  const newName = (): string => Buffer.from(ctx.random.bytes(ID_BYTES)).toString('base64url');

  const read = async (file: FileRow): Promise<Buffer | undefined> => {
    const bytes = await readBytes(options.directory, file.sha256.toString('hex'));
    if (bytes && sha256(bytes).equals(file.sha256)) return bytes;
    ctx.log.error({ file: file.id }, 'stored file is missing or damaged');
    return undefined;
  };

  return {
    read,
    async keep(tx, file) {
      const bytesMax = Math.min(ownerBytesMax, file.ownerBytesMax ?? ownerBytesMax);
      if ((await bytesOwned(tx, file.owner)) + file.bytes.length > bytesMax) refuse('too_many_requests');
      const hash = sha256(file.bytes);
      await writeDurably(options.directory, hash.toString('hex'), file.bytes, newName());
      const id = await insertFile(tx, {
        id: newName(),
        owner: file.owner,
        visibility: file.visibility,
        mime: file.mime,
        bytes: file.bytes.length,
        sha256: hash,
        createdMs: ctx.clock.now(),
      });
      return `/files/${id}`;
    },
    async open(db, address) {
      const id = ADDRESS.exec(address)?.[1];
      const file = id === undefined ? undefined : await findFile(db, id);
      const bytes = file && (await read(file));
      return file && bytes && { mime: file.mime, bytes };
    },
    async owned(db, address, owner) {
      const id = ADDRESS.exec(address)?.[1];
      return id === undefined ? undefined : ownFile(db, id, owner);
    },
    seal: async (tx, file) => `/files/${await sealFile(tx, file)}`,
    async publish(tx, address) {
      const id = ADDRESS.exec(address)?.[1];
      const file = id === undefined ? undefined : await findFile(tx, id);
      if (!file || file.visibility === 'sealed') throw new Error('only an existing file can be published');
      return `/files/${file.visibility === 'public' ? file.id : await publishFile(tx, file)}`;
    },
    otherOwners: (db, file) => otherOwners(db, file, OTHERS_MAX),
    async serve(id, caller, range) {
      const file = ID.test(id) ? await findFile(ctx.db, id) : undefined;
      if (!file || !mayRead(file, caller)) return absent();
      const whole = await read(file);
      if (!whole) return absent();
      const isPrivate = file.visibility !== 'public';
      const headers = {
        ...(isPrivate ? SAFE_HEADERS : PUBLIC_HEADERS),
        'content-type': file.mime,
        'content-disposition': 'inline',
        'accept-ranges': 'bytes',
        'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
      };
      return { ...partOf(whole, headers, range), isPrivate };
    },
  };
}

/** The whole file, or the part that a range header asks for. */
function partOf(
  whole: Buffer,
  headers: Readonly<Record<string, string>>,
  header: string | undefined,
): Pick<ServedFile, 'status' | 'headers' | 'body'> {
  const range = byteRange(header, whole.length);
  if (range === 'outside')
    return {
      status: 416,
      headers: { ...headers, 'content-length': '0', 'content-range': `bytes */${whole.length}` },
      body: Buffer.alloc(0),
    };
  if (range === undefined)
    return { status: 200, headers: { ...headers, 'content-length': String(whole.length) }, body: whole };
  const body = whole.subarray(range.first, range.last + 1);
  const contentRange = `bytes ${range.first}-${range.last}/${whole.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-length': String(body.length), 'content-range': contentRange },
    body,
  };
}
