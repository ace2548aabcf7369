import type { ReplyOf } from '@karat/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';
import type { Artwork, Report } from './words.ts';

const SUPPORT = { ...RISK, role: 'support' } as const;
const FINANCE = { ...RISK, role: 'finance' } as const;

const ARTWORK: Artwork = {
  id: 12,
  uid: 100_234,
  artist: 'Mira',
  name: 'Harbour',
  description: 'Ships at night',
  type: 3,
  rarity: 'SR',
  editions: 7,
  royalty_percent: '5',
  image: {
    small: '/files/s',
    medium: '/files/m',
    large: '/files/l',
    width: 10,
    height: 10,
    colour: '#102030',
  },
  media: '/files/sound',
  mime: 'audio/mpeg',
  bytes: 123_456,
  duration_ms: 2_500,
  sha256: 'ab'.repeat(32),
  state: 'review',
  reason: null,
  note: null,
  created_ms: 1,
  decided_ms: null,
  decided_by: null,
};

const REPORT: Report = {
  id: 31,
  uid: 100_555,
  code: 'W0123456789A',
  name: 'Harbour',
  artwork_id: 12,
  order: null,
  reason: 'rights',
  text: 'This is my photograph',
  state: 'open',
  answer: null,
  created_ms: 1,
  decided_ms: null,
  decided_by: null,
};

const ASKED: ReplyOf<'console/nft_new_series'> = {
  id: 9,
  kind: 'nft series',
  title: 'Add a series of blind boxes',
  subject: 'Ports by Mira',
  changes: [],
  uid: null,
  article_version: null,
  person: null,
  digest: 'e'.repeat(64),
  reason: 'launch of the artist',
  asked_by: 'rita',
  own: true,
  decided_by: null,
  state: 'asked',
  created_ms: 1,
  decided_ms: null,
};

const pageOf = <Row,>(data: Row[]) => ({
  current_page: 1,
  data,
  last_page: 1,
  per_page: 10,
  total: data.length,
});

/** Files that were loaded, oldest first. */
const loaded: string[] = [];

beforeEach(() => {
  loaded.length = 0;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (!address.startsWith('/files/')) return server.fetch(address, init);
    loaded.push(address);
    return Promise.resolve(new Response('bytes'));
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

function openNft(operator: ReplyOf<'console/me'>): UserEvent {
  server
    .reply('console/nft', { artists: 0, artworks: 1, reports: 1, auctions: 0, due: 0, currencies: [] })
    .reply('console/nft_artworks', pageOf([ARTWORK]));
  return openConsole('/nft', operator);
}

async function openArtwork(operator: ReplyOf<'console/me'> = SUPPORT) {
  const user = openNft(operator);
  await user.click(await screen.findByRole('row', { name: /^12 / }));
  return { user, drawer: await dialogNamed('Artwork 12') };
}

test('an artwork is approved with its hash, picture and player at hand', async () => {
  const { user, drawer } = await openArtwork();
  await within(drawer).findByText(ARTWORK.sha256);
  await within(drawer).findByRole('img', { name: 'Harbour' });
  expect(loaded).not.toContain('/files/sound');
  await user.click(within(drawer).getByRole('button', { name: 'Load the sound' }));
  expect(await within(drawer).findByLabelText('Sound of Harbour')).toHaveProperty('tagName', 'AUDIO');
  server.reply('console/nft_artwork', 'ok');
  await user.click(within(drawer).getByRole('button', { name: 'Approve' }));
  await screen.findByText('Approved.');
  expect(server.sent('console/nft_artwork')).toEqual([{ id: 12, decision: 'approve' }]);
});

test('an artwork is rejected only with a reason', async () => {
  const { user, drawer } = await openArtwork();
  await user.click(await within(drawer).findByRole('button', { name: 'Reject' }));
  await within(drawer).findByText('Choose a reason');
  expect(server.sent('console/nft_artwork')).toEqual([]);
});

test('finance looks and decides nothing', async () => {
  const { drawer } = await openArtwork(FINANCE);
  await within(drawer).findByText(ARTWORK.sha256);
  expect(within(drawer).queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
});

test('a report is closed with an answer for its user', async () => {
  server.reply('console/nft_reports', pageOf([REPORT]));
  const user = openNft(SUPPORT);
  await user.click(await screen.findByRole('tab', { name: 'Reports' }));
  await user.click(await screen.findByRole('row', { name: /^31 / }));
  const drawer = await dialogNamed('Report 31');
  server.reply('console/nft_report', 'ok');
  await user.type(
    await within(drawer).findByLabelText('Answer; the user reads it'),
    'The artist has a licence',
  );
  await user.click(within(drawer).getByRole('button', { name: 'Close the report' }));
  await screen.findByText('Closed. The user has been notified.');
  expect(server.sent('console/nft_report')).toEqual([
    { id: 31, state: 'dismissed', answer: 'The artist has a licence' },
  ]);
});

test('a series is asked for with its contents', async () => {
  server.reply('console/nft_series', pageOf([]));
  const user = openNft(RISK);
  await user.click(await screen.findByRole('tab', { name: 'Series' }));
  await user.click(await screen.findByRole('button', { name: 'New series' }));
  const dialog = await dialogNamed('New series');
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    const field = await within(dialog).findByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  await type('UID of the artist', '100234');
  await type(/^Harbour \(SR\)/, '4');
  await type('Name', 'Ports');
  await type('Description', 'Four ships');
  await type('Price of a box', '12.5');
  await type('Sale starts, UTC', '2026-12-01 08:00');
  await type('Sale ends, UTC', '2026-12-08 08:00');
  await type('Reason', 'launch of the artist');
  server.reply('console/nft_new_series', ASKED);
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Asked. Somebody else has to approve it.');
  expect(server.sent('console/nft_new_series')).toEqual([
    {
      uid: '100234',
      name: 'Ports',
      description: 'Four ships',
      currency_id: '3',
      price: '12.5',
      user_max: '5',
      start_ms: Date.UTC(2026, 11, 1, 8),
      end_ms: Date.UTC(2026, 11, 8, 8),
      contents: '12:4',
      reason: 'launch of the artist',
    },
  ]);
});

test('orders are found by the UID of buyer or seller', async () => {
  server.reply('console/nft_orders', pageOf([]));
  const user = openNft(FINANCE);
  await user.click(await screen.findByRole('tab', { name: 'Orders' }));
  await screen.findByText('No payment is due');
  await user.click(screen.getByText('all'));
  await user.click(screen.getByLabelText('UID'));
  await user.paste('100555');
  await screen.findByText('None');
  expect(server.sent('console/nft_orders').at(-1)).toEqual({ uid: '100555', page: '1', limit: '10' });
});
