import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

const SUPPORT: typeof RISK = { ...RISK, login: 'sara', role: 'support' };
const EMPTY = { current_page: 1, data: [], last_page: 1, per_page: 20, total: 0 };

test('a picture is uploaded, shown, removed again, and saved with the article', async () => {
  server
    .reply('console/articles', EMPTY)
    .reply('console/article_picture', '/files/banner')
    .reply('console/article_save', { id: 3, version: 5 });
  const user = openConsole('/articles', SUPPORT);
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const form = await dialogNamed('New article');
  const file = (name: string) => new File(['a picture'], name, { type: 'image/png' });
  await user.upload(within(form).getByLabelText('Picture'), file('first.png'));
  expect((await within(form).findByRole('img', { name: 'Picture' })).getAttribute('src')).toBe(
    '/files/banner',
  );
  await user.click(within(form).getByRole('button', { name: 'Remove' }));
  expect(within(form).queryByRole('img', { name: 'Picture' })).toBeNull();
  await user.upload(within(form).getByLabelText('Picture'), file('second.png'));
  await within(form).findByRole('img', { name: 'Picture' });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.sent('console/article_save'))
    .toEqual([expect.objectContaining({ id: 0, thumbnail: '/files/banner' })]);
});
