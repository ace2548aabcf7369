import { BackupRefused } from '@karat/platform/age';

/** A file of an archive. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  /** Read it before the next entry. */
  readonly body: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const NAME_MAX = 100;
const PREFIX_MAX = 155;
/** Largest size that eleven octal digits hold. */
const SIZE_MAX = 8 ** 11 - 1;
const FIELD = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  time: 136,
  sum: 148,
  type: 156,
  magic: 257,
  prefix: 345,
};

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function splitName(name: string): { readonly prefix: string; readonly name: string } {
  if (Buffer.byteLength(name) <= NAME_MAX) return { prefix: '', name };
  const at = name.indexOf('/', name.length - NAME_MAX - 1);
  const split = { prefix: name.slice(0, at), name: name.slice(at + 1) };
  if (at < 0 || Buffer.byteLength(split.prefix) > PREFIX_MAX || Buffer.byteLength(split.name) > NAME_MAX)
    throw new BackupRefused(`the name of a file is too long for an archive: ${name}`);
  return split;
}

function headerOf(path: string, size: number, seconds: number): Buffer {
  if (size > SIZE_MAX) throw new BackupRefused(`a file is too large for an archive: ${path}`);
  const { prefix, name } = splitName(path);
  const header = Buffer.alloc(BLOCK);
  header.write(name, FIELD.name);
  header.write(octal(0o600, 7), FIELD.mode);
  header.write(octal(0, 7), FIELD.uid);
  header.write(octal(0, 7), FIELD.gid);
  header.write(octal(size, 11), FIELD.size);
  header.write(octal(seconds, 11), FIELD.time);
  header.write('0', FIELD.type);
  header.write('ustar\x0000', FIELD.magic, 'latin1');
  header.write(prefix, FIELD.prefix);
  header.write(`${octal(sumOf(header), 6)} `, FIELD.sum);
  return header;
}

/** Sum of the header's bytes, its own field counted as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < FIELD.sum || at >= FIELD.sum + 8) sum += byte;
  return sum;
}

/** Writes an archive (ustar). `seconds` is the time of every file, unix seconds. */
export async function* writeTar(entries: AsyncIterable<Entry>, seconds: number): AsyncGenerator<Buffer> {
  for await (const { name, size, body } of entries) {
    yield headerOf(name, size, seconds);
    let written = 0;
    for await (const bytes of body) {
      written += bytes.length;
      yield bytes;
    }
    if (written !== size) throw new BackupRefused(`a file changed its size while it was read: ${name}`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Bytes of a stream by count. */
class ByteReader {
  readonly #input: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);
  constructor(source: AsyncIterable<Buffer>) {
    this.#input = source[Symbol.asyncIterator]();
  }
  /** Returns at least one byte and at most `max`. Refuses at the end. */
  async some(max: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#input.next();
      if (next.done === true) throw new BackupRefused('the archive is cut off');
      this.#held = next.value;
    }
    const bytes = this.#held.subarray(0, max);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }
  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0;) {
      const bytes = await this.some(left);
      parts.push(bytes);
      left -= bytes.length;
    }
    return Buffer.concat(parts);
  }
  /** Reads to the end, so that the last chunk is checked too. */
  async drain(): Promise<void> {
    while ((await this.#input.next()).done !== true);
  }
}

const textAt = (header: Buffer, at: number, length: number): string => {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
};

/** Reads an archive of `writeTar`. The rest of an entry that the caller left unread is skipped. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    if (Number.parseInt(textAt(header, FIELD.sum, 8), 8) !== sumOf(header))
      throw new BackupRefused('the archive is damaged');
    const size = Number.parseInt(textAt(header, FIELD.size, 12), 8);
    const prefix = textAt(header, FIELD.prefix, PREFIX_MAX);
    const name = textAt(header, FIELD.name, NAME_MAX);
    let left = size;
    const body = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const bytes = await reader.some(left);
        left -= bytes.length;
        yield bytes;
      }
    };
    yield { name: prefix === '' ? name : `${prefix}/${name}`, size, body: body() };
    while (left > 0) left -= (await reader.some(left)).length;
    await reader.exactly(padding(size));
  }
  await reader.drain();
}
