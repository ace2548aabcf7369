import { rate } from '@karat/money';
import { expect, test } from 'vitest';
import { createFiatRateProvider } from './index.ts';

const answering = (body: string, status = 200) =>
  createFiatRateProvider('https://rates.example/latest/USD', async () => new Response(body, { status }));

test('rates keep every digit of the reply', async () => {
  const provider = answering(
    '{"result":"success","base_code":"USD","rates":{"USD":1,"EUR":0.9341,"VND":25455.1234567891,"XAU":0.00042123456789}}',
  );
  expect(provider.name).toBe('rates.example');
  expect(Object.fromEntries(await provider.read())).toEqual({
    USD: rate('1'),
    EUR: rate('0.9341'),
    VND: rate('25455.1234567891'),
    XAU: rate('0.0004212345'),
  });
});

test('a rate that is no positive decimal is left out', async () => {
  const rates = await answering('{"base":"USD","rates":{"EUR":0.9,"AAA":-1,"BBB":0,"CCC":1e400}}').read();
  expect([...rates.keys()]).toEqual(['EUR']);
});

test.each([
  ['another base', '{"base":"EUR","rates":{"USD":1.07}}', 200],
  ['a dollar that is not one', '{"base":"USD","rates":{"USD":2,"EUR":0.9}}', 200],
  ['no rates', '{"base":"USD","rates":{}}', 200],
  ['no JSON', '<html>', 200],
  ['an error', '{"base":"USD","rates":{"EUR":0.9}}', 503],
])('a reply with %s is refused', async (_, body, status) => {
  await expect(answering(body, status).read()).rejects.toThrow();
});
