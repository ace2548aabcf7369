import { BEHAVIOURS, createWalk, seedCommitment } from '@karat/evidence';
import { format, price } from '@karat/money';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp, select, server, tap } from '../../testing/app.tsx';
import { MARKET, marketsOf } from '../../testing/fixtures.ts';
import { fileOf } from '../../testing/receipt-fixtures.ts';

const DAY = '2026-11-20';
const SEED = 'ab'.repeat(32);
const BASE = 'BTC/USDT=92000;ETH/USDT=3100';
const REVEALED = {
  day: DAY,
  commitment: seedCommitment(DAY, SEED, BASE),
  committed_ms: Date.parse('2026-11-19T12:00:00Z'),
  seed: SEED,
  base: BASE,
};
const TODAY = { ...REVEALED, day: '2026-11-21', commitment: 'c'.repeat(64), seed: null, base: null };
const ETH = { ...MARKET, id: 9, currency_id: 5, currency_name: 'ETH' };
const LIVE = { ...MARKET, id: 8, currency_id: 6, currency_name: 'SOL', source: 'live' as const };

const walk = createWalk({
  day: DAY,
  seed: SEED,
  base: new Map([
    ['BTC/USDT', price('92000')],
    ['ETH/USDT', price('3100')],
  ]),
});

/** Two ticks of the asked range as the seed gives them; `bend` changes prices. */
function publish(
  bend: (second: number, text: string) => string = (_second, text) => text,
): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://karat.test');
    if (url.pathname !== '/api/market/ticks') return server.fetch(address, init);
    asked.push(url.searchParams);
    const market = Number(url.searchParams.get('match_id'));
    const behaviour = BEHAVIOURS[market === MARKET.id ? 0 : 1];
    if (!behaviour) throw new Error('no behaviour');
    const from = Number(url.searchParams.get('from'));
    const lines = [from, from + 1].map((time) => {
      const second = time - Date.parse(DAY) / 1000;
      const shown = bend(second, format(walk.priceAt(behaviour, second) ?? price('1')));
      return { time, price: shown, quotes: `simulated=${shown}` };
    });
    const { symbol, decimals } = behaviour;
    return new Response(fileOf({ market, symbol, decimals, source: 'simulated', lines }));
  });
  return asked;
}

async function open(...commitments: (typeof REVEALED | typeof TODAY)[]) {
  server
    .reply('market/tick_key', { algorithm: 'Ed25519', public_key: 'AAAA', commitments })
    .reply('currency/quotation_new', marketsOf(LIVE, MARKET, ETH));
  return openApp('/pages/proofs/seeds');
}

test('a day that is not over shows its commitment alone; the day before can be computed again', async () => {
  publish();
  await open(TODAY, REVEALED);
  await screen.findByText('Shown when the day is over');
  screen.getByText('c'.repeat(64));
  expect(screen.getAllByRole('button', { name: 'Compute the day again' })).toHaveLength(1);
  screen.getByText(SEED);
});

test('the ticks of the chosen market are fetched and found equal', async () => {
  const asked = publish();
  const user = await open(REVEALED);
  await screen.findByRole('button', { name: 'Market: BTC/USDT' });
  await select(user, document.body, 'Market', 'ETH/USDT');
  await tap(user, 'Compute the day again');
  await screen.findByText(
    'Seed and base prices give the commitment. 24 published ticks computed again, all equal.',
  );
  expect(new Set(asked.map((each) => each.get('match_id')))).toEqual(new Set(['9']));
  // The answer for one market is not that for another.
  await select(user, document.body, 'Market', 'BTC/USDT');
  expect(screen.queryByText(/all equal/)).toBeNull();
});

test('only simulated markets can be chosen', async () => {
  const user = await open(REVEALED);
  await tap(user, 'Market: BTC/USDT');
  const list = await screen.findByRole('listbox', { name: 'Market' });
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['BTC/USDT', 'ETH/USDT']);
});

test('a published price that the seed does not give is named', async () => {
  publish((second, text) => (second === 45_001 ? '92000.5' : text));
  const user = await open(REVEALED);
  await tap(user, 'Compute the day again');
  const said = await screen.findByText(/the seed gives .*, published was 92000\.5\.$/);
  expect(said.className).toContain('bad');
});

test('a seed that does not give its commitment is named', async () => {
  publish();
  const user = await open({ ...REVEALED, seed: 'cd'.repeat(32) });
  await tap(user, 'Compute the day again');
  await screen.findByText('The seed does not give the commitment.');
});

test('ticks that are lost after a good answer take it back', async () => {
  publish();
  const user = await open(REVEALED);
  await tap(user, 'Compute the day again');
  await screen.findByText(/all equal/);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await tap(user, 'Compute the day again');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be downloaded. 503');
  expect(screen.queryByText(/all equal/)).toBeNull();
});

test('published ticks that do not hold together are no proof', async () => {
  publish();
  const genuine = fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const response = await genuine(address, init);
    if (!address.includes('/api/market/ticks')) return response;
    return new Response((await response.text()).replace('"source":"simulated"', '"source":"live"'));
  });
  const user = await open(REVEALED);
  await tap(user, 'Compute the day again');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /could not be downloaded\. 2: the hash should be/,
  );
  expect(screen.queryByText(/all equal/)).toBeNull();
});
