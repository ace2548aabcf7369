/** Rate limits by token bucket, refilled steadily; a full bucket holds one minute. */
interface Bucket {
  tokens: number;
  at: number;
}

const MINUTE_MS = 60_000;

/**
 * Token buckets by key, in bounded memory: two generations, the older is dropped when the younger is full. A forgotten
 * bucket is full again, which needs a caller with as many keys as the bound.
 */
export class TokenBuckets {
  readonly #keysMax: number;
  #young = new Map<string | number, Bucket>();
  #old = new Map<string | number, Bucket>();

  constructor(keysMax: number) {
    this.#keysMax = keysMax;
  }

  /** Takes `count` tokens at `now` (ms) from a bucket of `perMinute`; false, and takes none, when it holds fewer. */
  take(key: string | number, perMinute: number, now: number, count = 1): boolean {
    const bucket = this.#find(key, perMinute, now);
    // A clock set back must neither refill nor starve.
    const passed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(perMinute, bucket.tokens + (passed * perMinute) / MINUTE_MS);
    bucket.at = now;
    if (bucket.tokens < count) return false;
    bucket.tokens -= count;
    return true;
  }

  /** Buckets in memory. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #find(key: string | number, perMinute: number, now: number): Bucket {
    const young = this.#young.get(key);
    if (young) return young;
    const bucket = this.#old.get(key) ?? { tokens: perMinute, at: now };
    if (this.#young.size >= this.#keysMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, bucket);
    return bucket;
  }
}
