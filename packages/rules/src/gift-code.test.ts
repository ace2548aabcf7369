import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GIFT_CODE_LENGTH, giftCodeFrom, groupedGiftCode, readGiftCode } from './gift-code.ts';

const codes = fc.uint8Array({ minLength: GIFT_CODE_LENGTH, maxLength: GIFT_CODE_LENGTH }).map(giftCodeFrom);

test('a code is read as it is shown, in lower case and with spaces', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const shown = groupedGiftCode(code);
      expect(shown).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/u);
      for (const typed of [shown, ` ${shown.toLowerCase()} `, shown.replaceAll('-', ' – ')])
        expect(readGiftCode(typed)).toBe(code);
    }),
  );
});

test('letters that look like digits are read as these digits', () => {
  const code = '01'.repeat(12) + '0';
  expect(readGiftCode(code.replaceAll('0', 'o').replaceAll('1', 'L'))).toBe(code);
  expect(readGiftCode(code.replaceAll('1', 'i'))).toBe(code);
});

test.each(['', '7KQ2M', '7KQ2M-XR4TD', `${'A'.repeat(24)}U`, 'A'.repeat(26), '💰'.repeat(25)])(
  'what cannot be a code is recognised: %s',
  (typed) => expect(readGiftCode(typed)).toBeUndefined(),
);

test('each character has five bits, and the code at least a hundred', () => {
  const letters = new Set(
    Array.from({ length: 256 }, (_, byte) => giftCodeFrom(new Uint8Array(25).fill(byte))),
  );
  expect(letters.size).toBe(32);
  expect(GIFT_CODE_LENGTH * Math.log2(letters.size)).toBeGreaterThanOrEqual(100);
  expect(() => giftCodeFrom(new Uint8Array(24))).toThrow(RangeError);
});
