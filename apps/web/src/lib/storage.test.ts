import { describe, expect, test } from 'vitest';
import { memoryBox, openStorage } from './storage.ts';

describe('browser storage', () => {
  test('clears data of a layout without a version', () => {
    const box = memoryBox();
    box.setItem('token', '"old"');
    expect(openStorage(box).read('token')).toBeUndefined();
    expect(box.getItem('storage_version')).toBe('1');
  });

  test('clears data of an older version', () => {
    const box = memoryBox();
    box.setItem('storage_version', '0');
    box.setItem('fiat', '{"code":"EUR"}');
    expect(openStorage(box).read('fiat')).toBeUndefined();
  });

  test('keeps data of the same version', () => {
    const box = memoryBox();
    openStorage(box).write('fiat', { currency_code: 'EUR', rate: '0.91', saveTime: 5 });
    expect(openStorage(box).read('fiat')).toEqual({ currency_code: 'EUR', rate: '0.91', saveTime: 5 });
  });

  test('returns undefined for text that is not JSON', () => {
    const box = memoryBox();
    const kept = openStorage(box);
    box.setItem('user', '{broken');
    expect(kept.read('user')).toBeUndefined();
  });

  test('removes a value that is written as undefined', () => {
    const box = memoryBox();
    const kept = openStorage(box);
    kept.write('token', 'abc');
    kept.write('token', null);
    expect(box.getItem('token')).toBeNull();
  });

  test('works without storage when the browser refuses it', () => {
    const refusing = {
      getItem: () => null,
      removeItem: () => undefined,
      clear: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const kept = openStorage(refusing);
    expect(() => kept.write('token', 'abc')).not.toThrow();
    expect(kept.read('token')).toBeUndefined();
  });
});
