import { expect, test } from 'vitest';
import { macOf } from './mac.ts';

const SECRET = Buffer.alloc(32, 1);
const message = { direction: 'ask', path: '/sign', time: '1000', nonce: 'n', body: '{}' } as const;

test('a message with any other part has another MAC, and one of another secret too', () => {
  const macs = [
    macOf(SECRET, message),
    macOf(Buffer.alloc(32, 2), message),
    ...[
      { direction: 'answer' as const },
      { path: '/sweep' },
      { time: '1001' },
      { nonce: 'o' },
      { body: '{ }' },
    ].map((part) => macOf(SECRET, { ...message, ...part })),
  ];
  expect(new Set(macs).size).toBe(macs.length);
  expect(macOf(SECRET, { ...message })).toBe(macs[0]);
  for (const mac of macs) expect(mac).toMatch(/^[0-9a-f]{64}$/);
});
