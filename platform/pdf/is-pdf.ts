const HEADER = /^%PDF-[12]\.\d/;
const HEADER_BYTES = 8;
/** Readers look for the end mark in this many last bytes. */
const END_BYTES = 1_024;

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/**
 * Returns true if bytes begin and end as a PDF does. The header must be the first bytes, so that a file that begins as something else
 * is none.
 */
export const isPdf = (bytes: Uint8Array): boolean =>
  HEADER.test(latin(bytes.subarray(0, HEADER_BYTES))) && latin(bytes.subarray(-END_BYTES)).includes('%%EOF');
