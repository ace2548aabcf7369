import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fillIn, openApp, server, statusText, tap } from '../../testing/app.tsx';
import { SECURITY, USER, emptyPage } from '../../testing/fixtures.ts';
import { ARTIST, DETAIL, ORDER, TILE } from '../../testing/nft-fixtures.ts';

const LIMITS = {
  image_bytes: 20_000_000,
  gif_bytes: 10_000_000,
  audio_bytes: 10_000_000,
  audio_seconds: 600,
  video_bytes: 20_000_000,
  video_seconds: 60,
  max_editions: 1_000,
};

// The screen of the test before is left, and reads once more.
beforeEach(() => {
  server
    .reply('bind_box/getBoxDetail', { ...DETAIL, is_owner: 0 })
    .reply('bind_box/order', ORDER)
    .reply('safe/state', SECURITY)
    .reply('user/info', USER);
});

test('a work is reported with a reason and a text, once', async () => {
  server.reply('bind_box/report', 'ok');
  const user = await openApp(`/pages/nft/artworkDetail?code=${TILE.code}`);
  await tap(user, 'Report artwork');
  const sheet = await screen.findByRole('dialog', { name: 'Report artwork' });
  await user.click(within(sheet).getByRole('button', { name: 'Send report' }));
  expect(await within(sheet).findByText('Please describe what happened')).toBeTruthy();
  expect(server.sent('bind_box/report')).toEqual([]);
  await user.click(within(sheet).getByLabelText('It is misleading'));
  await fillIn(user, 'What happened?', 'The name is that of another artist.');
  await user.click(within(sheet).getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(statusText()).toBe('Report sent. You will get an answer.'));
  expect(server.sent('bind_box/report')).toEqual([
    { code: TILE.code, reason: 'misleading', text: 'The name is that of another artist.' },
  ]);
});

test('a refused report stays in its sheet with the reason', async () => {
  server.refuse('bind_box/report', 'nft_report_open', 'You reported this already.');
  const user = await openApp(`/pages/nft/purchase_one?id=${ORDER.id}`);
  await tap(user, 'Report a problem');
  const sheet = await screen.findByRole('dialog', { name: 'Report a problem' });
  await fillIn(user, 'What happened?', 'I paid twice.');
  await user.click(within(sheet).getByRole('button', { name: 'Send report' }));
  expect(await within(sheet).findByText('You reported this already.')).toBeTruthy();
  expect(server.sent('bind_box/report')).toEqual([
    { code: ORDER.code, order: String(ORDER.id), reason: 'payment', text: 'I paid twice.' },
  ]);
});

test('an artist adds a collection in the studio, and refusals stay at their field', async () => {
  const collection = {
    id: 9,
    name: 'Night',
    description: 'Dark works.',
    artist: ARTIST,
    works: 0,
    image: null,
  };
  const artist = { ...ARTIST, bio: '', works: 0, sales: 0, turnover: [], likes: 0 };
  server
    .reply('bind_box/getMyArtworks', emptyPage())
    .reply('bind_box/getMyArtist', {
      uid: ARTIST.uid,
      state: 'approved',
      reason: null,
      note: null,
      name: ARTIST.name,
      bio: '',
      limits: LIMITS,
    })
    .reply('bind_box/getArtistDetail', { ...artist, collections: [] })
    .refuse('bind_box/saveCollection', 'nft_text_too_long', 'The text is too long.');
  const user = await openApp('/pages/nft/studio');
  await tap(user, 'New collection');
  const sheet = await screen.findByRole('dialog', { name: 'New collection' });
  await fillIn(user, 'Collection name', 'Night');
  await fillIn(user, 'Description', 'Dark works.');
  await user.click(within(sheet).getByRole('button', { name: 'Save' }));
  expect(await within(sheet).findByText('The text is too long.')).toBeTruthy();
  server
    .reply('bind_box/saveCollection', collection)
    .reply('bind_box/getArtistDetail', { ...artist, collections: [collection] });
  await user.click(within(sheet).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Night')).toBeTruthy();
  expect(server.sent('bind_box/saveCollection').at(-1)).toEqual({
    name: 'Night',
    description: 'Dark works.',
  });
});
