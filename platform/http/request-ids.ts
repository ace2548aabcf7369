import type { Random } from '@karat/platform/random';

const BOOT_BYTES = 5;

/** Ids that are unique over restarts and cheap to make: a random beginning for this process and a count. */
export function requestIds(random: Random): () => string {
  const boot = Buffer.from(random.bytes(BOOT_BYTES)).toString('hex');
  let count = 0;
  return () => `${boot}-${(++count).toString(36)}`;
}
