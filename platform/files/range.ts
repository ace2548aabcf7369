/** Positions of the first and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads a range header for a file of `length` bytes: `bytes=0-99`, `bytes=100-`, `bytes=-50`. Undefined where the whole file is
 * to be served: no header, several ranges, another unit. `outside`: no byte of the file is in the range.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const last = Math.min(Number(to), length);
    return last === 0 ? 'outside' : { first: length - last, last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= length ? 'outside' : { first, last };
}
