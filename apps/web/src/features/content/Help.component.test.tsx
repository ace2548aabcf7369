import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fillIn, here, openApp, server, tap } from '../../testing/app.tsx';

const ARTICLE = {
  ...{ id: 7, c_id: 4, title: 'Fees', abstract: '', link: null, thumbnail: null },
  ...{ created_at: '2026-11-27 00:00:00', created_ms: 1_795_000_000_000 },
};
const ROWS = [
  { ...ARTICLE, content: 'What a trade costs.' },
  { ...ARTICLE, id: 8, title: 'Identity', content: 'Needs a PASSPORT.\n\n## Which\n\n- Any\n- Valid' },
];

beforeEach(() => {
  // Also where a test opens another screen: the one before is shown until that one is loaded.
  server.otherwise('empty');
});

test('questions are found by title and answer, in any case and with spaces around', async () => {
  server.reply('faq', ROWS);
  const user = await openApp('/pages/common/faq');
  await screen.findByText('Fees');
  await fillIn(user, 'Search questions', ' passport ');
  await waitFor(() => expect(screen.queryByText('Fees')).toBeNull());
  screen.getByText('Identity');
  screen.getByRole('heading', { name: 'Which' });
  await fillIn(user, 'Search questions', 'FEE');
  await screen.findByText('Fees');
  expect(screen.queryByText('Identity')).toBeNull();
  await fillIn(user, 'Search questions', 'zzz');
  await screen.findByText('No question matches');
  await tap(user, 'Show all questions');
  await screen.findByText('Identity');
});

test('an article is asked for by the number of the address, and not without one', async () => {
  server.reply('news/detail', { ...ARTICLE, content: 'What a trade costs.' });
  await openApp('/pages/common/article?id=7');
  await screen.findByText('What a trade costs.');
  expect(server.sent('news/detail')[0]).toEqual({ id: '7' });
});

test('an address without the number of an article asks for none', async () => {
  await openApp('/pages/common/article?id=7x');
  await screen.findByText('This article does not exist.');
  expect(server.sent('news/detail')).toEqual([]);
});

test('about, contact and compliance show their own texts', async () => {
  server
    .reply('aboutus', [{ ...ARTICLE, title: 'Who we are', content: 'a' }])
    .reply('contactus', [{ ...ARTICLE, title: 'Write to us', content: 'c' }])
    .reply('operational_compliance', [{ ...ARTICLE, title: 'Licences', content: 'l' }])
    .reply('getSetting', '1.9.0');
  await openApp('/pages/common/aboutus');
  await screen.findByText('Who we are');
  await screen.findByText('Version 1.9.0');
  expect(server.sent('getSetting')[0]).toEqual({ keyword: 'version' });
  await openApp('/pages/common/contactus');
  await screen.findByText('Write to us');
  await openApp('/pages/setting/operational_compliance');
  await screen.findByText('Licences');
});

const siteWith = (...web_hosts: string[]) =>
  server.reply('getSiteConfig', {
    ...{ tk_radio: '', site_logo: '', site_name: 'Karat', down_logo: '' },
    ...{ demo: false, simulated_prices: false, web_hosts },
  });

test('a web page of a listed site is offered as a link that cannot reach back', async () => {
  siteWith('good.example');
  await openApp(`/pages/common/webView?url=${encodeURIComponent('https://good.example/x')}&title=Audit`);
  const link = await screen.findByRole('link', { name: 'Open in browser' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://good.example/x',
    'noopener noreferrer',
  ]);
  screen.getByText('good.example');
  expect(document.querySelector('iframe')).toBeNull();
});

test('any other site is refused, and an address of the app opens in the app', async () => {
  siteWith('good.example');
  await openApp(`/pages/common/webView?url=${encodeURIComponent('https://bad.example/x')}`);
  await screen.findByText('The app cannot open this address.');
  server.reply('faq', ROWS);
  await openApp(`/pages/common/webView?url=${encodeURIComponent('http://karat.test/#/pages/common/faq')}`);
  await waitFor(() => expect(here()).toBe('/pages/common/faq'));
});
