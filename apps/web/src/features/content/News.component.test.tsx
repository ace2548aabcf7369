import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server } from '../../testing/app.tsx';

const ARTICLE = {
  ...{ id: 7, c_id: 4, title: 'Zero fees', abstract: 'This weekend', link: null },
  ...{ created_at: '2026-11-27 00:00:00', created_ms: 1_795_000_000_000 },
};

test('news show their picture in the list and above the text', async () => {
  const rows = [
    { ...ARTICLE, thumbnail: '/files/weekend' },
    { ...ARTICLE, id: 6, title: 'Maintenance', thumbnail: null },
  ];
  server
    .reply('news/list', { current_page: 1, data: rows, last_page: 1, per_page: 20, total: 2 })
    .reply('news/detail', { ...ARTICLE, thumbnail: '/files/weekend', content: 'From Friday on.' });
  const user = await openApp('/pages/mailMessage/ggList');
  const row = await screen.findByRole('link', { name: /Zero fees/ });
  expect(row.querySelector('img')?.getAttribute('src')).toContain('/files/weekend');
  expect(screen.getByRole('link', { name: /Maintenance/ }).querySelector('img')).toBeNull();
  await user.click(row);
  await screen.findByText('From Friday on.');
  expect(screen.getByRole('article').querySelector('img')?.getAttribute('src')).toContain('/files/weekend');
});
