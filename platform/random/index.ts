import { createHash, randomBytes } from 'node:crypto';

/** Randomness of the program, so that a whole run can be repeated from a seed. */
export interface Random {
  /** Returns `length` random bytes. */
  bytes(length: number): Uint8Array;
  /** Returns an integer in 0..limit-1, uniformly distributed. */
  below(limit: number): number;
  /** Returns a number in [0, 1) with 48 bits; for simulations, never for money. */
  unit(): number;
}

const UNIT_BITS = 2 ** 48;

function from(bytes: (length: number) => Uint8Array): Random {
  const read48 = (): number => {
    const b = bytes(6);
    return Buffer.from(b.buffer, b.byteOffset, 6).readUIntBE(0, 6);
  };
  return {
    bytes,
    unit: () => read48() / UNIT_BITS,
    below(limit) {
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > UNIT_BITS)
        throw new RangeError(`limit ${limit}`);
      // Numbers above the largest multiple of the limit are drawn again, so that the distribution is uniform.
      const top = UNIT_BITS - (UNIT_BITS % limit);
      for (;;) {
        const drawn = read48();
        if (drawn < top) return drawn % limit;
      }
    },
  };
}

/** The operating system's cryptographic randomness. */
export const systemRandom: Random = from((length) => randomBytes(length));

/** A repeatable stream: SHA-256 of seed and counter. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  let pool = Buffer.alloc(0);
  return from((length) => {
    while (pool.length < length) {
      const block = createHash('sha256').update(`${seed}:${counter++}`).digest();
      pool = Buffer.concat([pool, block]);
    }
    const out = pool.subarray(0, length);
    pool = pool.subarray(length);
    return new Uint8Array(out);
  });
}

/** Returns six decimal digits, uniformly distributed. */
export const sixDigits = (random: Random): string => String(random.below(1_000_000)).padStart(6, '0');

/** Returns an opaque token of 256 random bits. */
export const opaqueToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');
