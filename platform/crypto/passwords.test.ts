import { expect, test } from 'vitest';
import { PASSWORD_COST, createPasswords } from './index.ts';

const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

test('a password verifies against its own hash only, and two hashes of it differ', async () => {
  const passwords = createPasswords(cheap);
  const first = await passwords.hash('correct horse');
  const second = await passwords.hash('correct horse');
  expect(first).not.toBe(second);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await passwords.verify(first, 'correct horse')).toBe(true);
  expect(await passwords.verify(first, 'correct horsE')).toBe(false);
  expect(await passwords.verify('not a hash', 'correct horse')).toBe(false);
});

test('a password typed with composed and decomposed letters is the same password', async () => {
  const passwords = createPasswords(cheap);
  const hashed = await passwords.hash('caf\u00e9-caf\u00e9');
  expect(await passwords.verify(hashed, 'cafe\u0301-cafe\u0301')).toBe(true);
});

test('a hash of another cost is outdated', async () => {
  const hashed = await createPasswords(cheap).hash('correct horse');
  expect(createPasswords(cheap).outdated(hashed)).toBe(false);
  expect(createPasswords().outdated(hashed)).toBe(true);
  for (const cost of ['memoryCost', 'timeCost', 'parallelism'] as const)
    expect(createPasswords({ ...cheap, [cost]: cheap[cost] * 2 }).outdated(hashed), cost).toBe(true);
});

test('the cost follows the published guidance', () => {
  expect(PASSWORD_COST.memoryCost * PASSWORD_COST.timeCost).toBeGreaterThanOrEqual(19_456 * 2);
});

test('a dummy verification fails and takes about as long as a real one', async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash('correct horse');
  expect(await passwords.pretend('no account has this password')).toBe(false);
  const fastest = async (work: () => Promise<unknown>): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 7; run++) {
      const start = performance.now();
      await work();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const real = await fastest(() => passwords.verify(hashed, 'wrong'));
  const pretended = await fastest(() => passwords.pretend('wrong'));
  expect(pretended).toBeGreaterThan(real / 3);
  expect(pretended).toBeLessThan(real * 3);
});

test('a flood of hashes is refused instead of queued for minutes', async () => {
  const passwords = createPasswords(cheap);
  const all = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('correct horse')));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.length).toBe(300 - 102);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
});
