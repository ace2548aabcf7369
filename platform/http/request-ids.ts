import type { Random } from '@karat/platform/random';

const BOOT_BYTES = 5;

/** Returns ids that are unique over restarts and cheap: a random prefix of this process and a counter. */
export function requestIds(random: Random): () => string {
  const boot = Buffer.from(random.bytes(BOOT_BYTES)).toString('hex');
  let count = 0;
  return () => `${boot}-${(++count).toString(36)}`;
}
