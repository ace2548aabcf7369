import type { ReplyOf } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, fillIn, openConsole, server } from '../../testing/console.tsx';
import { stateOf } from './words.ts';

type Row = ReplyOf<'console/articles'>['data'][number];
type Version = ReplyOf<'console/article_versions'>['data'][number];

const EDITOR: typeof RISK = { ...RISK, login: 'sara', role: 'support' };
const AT = Date.parse('2026-11-20T08:00:00Z');
const texts = Object.fromEntries(
  LANGS.map((lang) => [lang, { title: `Title ${lang}`, abstract: `Short ${lang}`, content: `Text ${lang}` }]),
) as Row['texts'];
/** Article, version and its number all differ. */
const ROW: Row = {
  ...{
    id: 51,
    article_id: 7,
    number: 3,
    c_id: 4,
    position: 9,
    link: '/pages/common/faq',
    thumbnail: '/files/a',
  },
  ...{ saved_by: 'sara', saved_ms: AT, texts, shown: 2, ends_ms: null, next_ms: null, approved: true },
};
const pageOf = <R,>(...data: R[]) => ({ current_page: 1, data, last_page: 2, per_page: 20, total: 30 });

async function open(row: Row, button: string, operator = EDITOR): Promise<UserEvent> {
  server.reply('console/articles', pageOf(row));
  const user = openConsole('/articles', operator);
  await user.click(await screen.findByRole('button', { name: button }));
  return user;
}

test('an article is saved again under its own number, with every text as it was', async () => {
  const user = await open(ROW, 'Edit');
  const form = await dialogNamed('Article 7');
  server.reply('console/article_save', { id: 7, version: 4 });
  const title = await within(form).findByDisplayValue('Title en');
  await user.clear(title);
  await user.click(title);
  await user.paste('New title');
  await user.dblClick(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.sent('console/article_save')).toHaveLength(1));
  expect(server.sent('console/article_save')[0]).toEqual({
    ...{ id: 7, c_id: 4, position: 9, link: '/pages/common/faq', thumbnail: '/files/a' },
    texts: { ...texts, en: { ...texts.en, title: 'New title' } },
  });
  await waitFor(() => expect(screen.queryByText('Article 7')).toBeNull());
});

test('a refused save keeps the form with what was written', async () => {
  const user = await open(ROW, 'Edit');
  const form = await dialogNamed('Article 7');
  server.refuse('console/article_save', 'value_invalid', 'The link is no path.');
  // What was approved once is withdrawn, not deleted.
  expect(within(form).queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText(/The link is no path/);
  within(form).getByDisplayValue('Title en');
});

test('a draft is deleted by the number of the article', async () => {
  const user = await open({ ...ROW, approved: false, shown: null }, 'Edit');
  const form = await dialogNamed('Article 7');
  server.reply('console/article_delete', 'ok');
  await user.click(within(form).getByRole('button', { name: 'Delete' }));
  expect(server.sent('console/article_delete')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(server.sent('console/article_delete')).toEqual([{ id: 7 }]));
});

test('publishing asks for the version with its moments in UTC, and whether all users are notified', async () => {
  const user = await open(ROW, 'Publish');
  const dialog = await dialogNamed('Publish version 3 of article 7');
  await fillIn(user, dialog, 'From (UTC)', '2030-01-02 03:04');
  await fillIn(user, dialog, 'Until (UTC)', '2030-02-03 04:05');
  await user.click(within(dialog).getByRole('switch', { name: 'Notify all users' }));
  await fillIn(user, dialog, 'Reason', 'new fees');
  server.refuse('console/article_publish', 'no_change', 'It is shown already.');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText(/It is shown already/);
  expect(server.sent('console/article_publish')).toEqual([
    {
      ...{ version: 51, announce: true, reason: 'new fees' },
      ...{ starts_ms: Date.UTC(2030, 0, 2, 3, 4), ends_ms: Date.UTC(2030, 1, 3, 4, 5) },
    },
  ]);
});

test('an end in the past is refused at its field; a banner notifies nobody', async () => {
  const user = await open({ ...ROW, c_id: 5 }, 'Publish');
  const dialog = await dialogNamed('Publish version 3 of article 7');
  expect(within(dialog).queryByRole('switch')).toBeNull();
  await fillIn(user, dialog, 'Until (UTC)', '2020-02-03 04:05');
  await fillIn(user, dialog, 'Reason', 'new fees');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('In the future');
  expect(server.sent('console/article_publish')).toEqual([]);
});

test('a version without a title in some language cannot be published', async () => {
  await open({ ...ROW, texts: { ...texts, th: { title: ' ', abstract: '', content: '' } } }, 'Publish');
  const said = await screen.findByText(/^Version 3 needs a title in/);
  expect(said.textContent).not.toContain(',');
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull();
});

const VERSION: Version = {
  ...{ id: 51, article_id: 7, number: 3, c_id: 4, position: 9, link: null, thumbnail: null },
  ...{ saved_by: null, saved_ms: AT },
  publications: [
    {
      ...{ version_id: 51, starts_ms: AT, until_ms: AT + 60_000, requested_by: 'sara', decided_by: 'rita' },
      cancelled_ms: AT,
    },
    {
      version_id: 51,
      starts_ms: AT + 120_000,
      until_ms: null,
      requested_by: null,
      decided_by: null,
      cancelled_ms: null,
    },
  ],
};

test('the history says when each version was shown and by whom; what is shown is withdrawn with a reason', async () => {
  server.reply('console/article_versions', pageOf(VERSION));
  const user = await open(ROW, 'History');
  const drawer = await dialogNamed('History of article 7');
  await within(drawer).findByText(
    '2026-11-20 08:00:00 – 2026-11-20 08:01:00, withdrawn before it began, requested by sara, approved by rita',
  );
  within(drawer).getByText('from 2026-11-20 08:02:00 on');
  within(drawer).getByText('Karat');
  expect(server.sent('console/article_versions')[0]).toEqual({ id: '7', page: '1', limit: '20' });
  await user.click(within(drawer).getByRole('button', { name: 'Withdraw' }));
  const dialog = await dialogNamed('Withdraw article 7');
  await fillIn(user, dialog, 'Reason', 'wrong fee');
  server.reply('console/article_withdraw', 'ok');
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(server.sent('console/article_withdraw')).toEqual([{ id: 7, reason: 'wrong fee' }]),
  );
});

test('who may not edit reads articles and their history, and withdraws nothing', async () => {
  server.reply('console/article_versions', pageOf(VERSION));
  await open(ROW, 'History', { ...RISK, role: 'finance' });
  const drawer = await dialogNamed('History of article 7');
  await within(drawer).findByText('Karat');
  expect(within(drawer).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  for (const name of ['Edit', 'Publish', 'New']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a category has its own list from its first page on', async () => {
  server.reply('console/articles', pageOf(ROW));
  const user = openConsole('/articles', EDITOR);
  await screen.findByText('Title en');
  await user.click(screen.getByTitle('2'));
  await waitFor(() =>
    expect(server.sent('console/articles')).toContainEqual({ c_id: '4', page: '2', limit: '20' }),
  );
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByText('Banners'));
  await waitFor(() =>
    expect(server.sent('console/articles').at(-1)).toEqual({ c_id: '5', page: '1', limit: '20' }),
  );
});

test.each([
  [{ shown: 2, approved: true, next_ms: AT }, 'version 2 is shown'],
  [{ shown: null, approved: true, next_ms: AT }, 'planned'],
  [{ shown: null, approved: true, next_ms: null }, 'not shown any more'],
  [{ shown: null, approved: false, next_ms: null }, 'draft'],
])('what readers see of %o', (article, text) => {
  expect(stateOf(article).text).toBe(text);
});
