import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dialogNamed, openConsole, server } from '../../testing/console.tsx';

const SHA256 = 'cd'.repeat(32);
const FILE = '/files/AbCdEfGhIjKlMnOpQrStUv';
const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 10, total: 0 };

async function openForm(): Promise<{ user: UserEvent; form: HTMLElement }> {
  server
    .reply('console/projects', { ...NOTHING, accounts: [] })
    .reply('console/project_orders', NOTHING)
    .reply('console/dividends', NOTHING);
  const user = openConsole('/launchpad');
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  return { user, form: await dialogNamed('New project') };
}

const pdf = new File(['%PDF-1.7\n%%EOF'], 'paper.pdf', { type: 'application/pdf' });
const uploadField = (form: HTMLElement) => within(form).getByLabelText('White paper, PDF of at most 10 MB');

test('an uploaded paper shows its hash and is sent with the project', async () => {
  const { user, form } = await openForm();
  server.reply('console/project_paper', { file: FILE, sha256: SHA256, bytes: 14 });
  await user.upload(uploadField(form), pdf);
  await within(form).findByText(`14 bytes, SHA-256 ${SHA256}`);
  const fields = [
    ['Title, English', 'Papers'],
    ['Summary, English', 'A token with a paper'],
    ['Code of the new currency', 'PAPER'],
    ['Tokens for sale', '1000'],
    ['Price in USDT', '2'],
    ['Minimum of an application', '1'],
    ['Maximum of a user', '1000'],
    ['Reason', 'A new token'],
  ] as const;
  for (const [label, value] of fields) {
    await user.click(within(form).getByLabelText(label));
    await user.paste(value);
  }
  server.refuse('console/project_add', 'project_paper_invalid', 'The white paper must be a PDF');
  await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
  await within(form).findByText('The white paper must be a PDF');
  expect(server.sent('console/project_add')).toMatchObject([{ code: 'PAPER', paper: FILE }]);
});

test('a refused upload is reported at the field and names no document', async () => {
  const { user, form } = await openForm();
  server.refuse('console/project_paper', 'project_paper_invalid', 'The white paper must be a PDF');
  await user.upload(uploadField(form), pdf);
  await within(form).findByText('The white paper must be a PDF');
  expect(within(form).queryByText(/SHA-256/)).toBeNull();
});
