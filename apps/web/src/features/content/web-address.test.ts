import { expect, test } from 'vitest';
import { readWebAddress } from './web-address.ts';

const read = (text: string | undefined) => readWebAddress(text, 'https://karat.example');

test('an own page is shown', () => {
  expect(read('/docs')).toEqual({ kind: 'own', href: 'https://karat.example/docs' });
});

test('another site is only offered, with its name', () => {
  expect(read('https://elsewhere.example/a?b=1')).toEqual({
    kind: 'other',
    href: 'https://elsewhere.example/a?b=1',
    host: 'elsewhere.example',
  });
});

test('code, plain http, names behind an at sign and nothing at all are refused', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://elsewhere.example',
    'https://karat.example@evil.example',
    undefined,
  ]) {
    expect(read(text), String(text)).toEqual({ kind: 'none' });
  }
});
