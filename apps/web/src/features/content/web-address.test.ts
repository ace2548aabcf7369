import { expect, test } from 'vitest';
import { readWebAddress } from './web-address.ts';

const read = (text: string | undefined) => readWebAddress(text, 'https://karat.example');

test("a page of the app's own site is shown", () => {
  expect(read('/docs')).toEqual({ kind: 'own', href: 'https://karat.example/docs' });
});

test('another site is offered as a link with its host name', () => {
  expect(read('https://elsewhere.example/a?b=1')).toEqual({
    kind: 'other',
    href: 'https://elsewhere.example/a?b=1',
    host: 'elsewhere.example',
  });
});

test('scripts, plain http, user names in addresses and empty addresses are refused', () => {
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
