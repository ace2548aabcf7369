import type { ReplyOf } from '@karat/contract';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fillIn, openApp, server, tap } from '../../testing/app.tsx';

type Config = ReplyOf<'otc/config'>;
type Real = ReplyOf<'real/state'>;

const RATE_MS = Date.parse('2026-03-02T12:00:00Z');
const sold = { symbol: '', min: '20', spread: '1', rate_ms: RATE_MS, simulated: false };
const CONFIG: Config = {
  countries: [{ code: 'DE', supported: true, currencies: ['EUR', 'USD'] }],
  currencies: [
    { ...sold, code: 'EUR', price: '0.943441' },
    { ...sold, code: 'USD', price: '1', spread: '0' },
  ],
  methods: [
    { method: 'swift', currencies: ['EUR', 'USD'], minutes: 1440, simulated: false, tax_id: [] },
    { method: 'card', currencies: ['EUR', 'USD'], minutes: 30, simulated: true, tax_id: [] },
  ],
  limits: [
    { level: 1, max: '2000' },
    { level: 2, max: '1000000' },
  ],
  rate_source: 'test',
};
const STEP: Real['steps'][number] = {
  ...{ level: 1, state: 2, reason_code: null, reason: '', note: '', id_type: 0, name: 'Ana María Pérez' },
  ...{ card_id: '12*4', sent_at: null, sent_ms: null, decided_ms: null },
};
const REAL: Real = {
  ...{ real_status: 2, review_status: 2, advanced_review_status: 0, reason: '', level: 1, missing: [] },
  ...{ steps: [STEP], limits: [] },
};

async function openForm(config: Partial<Config> = {}, real: Partial<Real> = {}): Promise<UserEvent> {
  server.reply('otc/config', { ...CONFIG, ...config });
  server.reply('real/state', { ...REAL, ...real });
  const user = await openApp('/pages/otc/otc');
  await user.click(await screen.findByRole('button', { name: /^Country or region/ }));
  await tap(user, 'Germany');
  return user;
}

test('the verified name is filled in, and an order has its parts', async () => {
  const user = await openForm();
  await screen.findByDisplayValue('Ana María Pérez');
  await fillIn(user, 'You pay', '150');
  await fillIn(user, 'E-mail', 'ana@mail.example');
  await fillIn(user, 'Phone', '+49 170 1234567');
  server.refuse('otc/order', 'fiat_too_many_open', 'Three are open.');
  await tap(user, 'Place order');
  await screen.findByText('Three are open.');
  expect(server.sent('otc/order')[0]).toMatchObject({
    ...{ country: 'DE', currency: 'EUR', method: 'swift', amount: '150', price: '0.943441' },
    ...{ first_name: 'Ana María', last_name: 'Pérez', full_name: 'Ana María Pérez' },
  });
});

test('a refused part of the name shows at the name', async () => {
  const user = await openForm({}, { steps: [{ ...STEP, name: 'Ana 3' }] });
  await fillIn(user, 'You pay', '150');
  await fillIn(user, 'E-mail', 'ana@mail.example');
  await fillIn(user, 'Phone', '+49 170 1234567');
  server.refuse('otc/order', 'fiat_payer_invalid', 'Check this field.', 'last_name');
  await tap(user, 'Place order');
  const name = await screen.findByRole('textbox', { name: 'Full name on the account' });
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
});

test('the own limit is named as such, and that of the next level', async () => {
  await openForm();
  expect(await screen.findByText('Your limit: 2,000 USDT per purchase')).toBeTruthy();
  expect(screen.getByText('Level 2: up to 1,000,000 USDT per purchase')).toBeTruthy();
});

test('the price says from when its rate is, or that it is simulated', async () => {
  await openForm();
  expect(await screen.findByText('Includes 1% spread on the rate of Mar 2, 2026')).toBeTruthy();
});

test('a simulated rate says so', async () => {
  const currencies = CONFIG.currencies.map((each) => ({ ...each, simulated: true }));
  await openForm({ currencies });
  expect(await screen.findByText('Includes 1% spread. The rate is simulated.')).toBeTruthy();
});

test('a currency without a current rate sells nothing and is not the first choice', async () => {
  const currencies = CONFIG.currencies.map((each) => (each.code === 'EUR' ? { ...each, price: null } : each));
  const user = await openForm({ currencies });
  expect(await screen.findByText('1:1, no spread')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'EUR' }));
  expect(await screen.findByText(/There is no current rate for this currency/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveProperty('disabled', true);
});

test('without a verified identity the form leads to the verification', async () => {
  await openForm({}, { level: 0, real_status: 0, steps: [{ ...STEP, state: 0, name: null }] });
  const link = await screen.findByRole('link', { name: 'Verify your identity' });
  expect(link.getAttribute('href')).toContain('/pages/setting/real');
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveProperty('disabled', true);
});
