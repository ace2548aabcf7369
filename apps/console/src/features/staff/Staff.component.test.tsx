import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, fillIn, openConsole, server } from '../../testing/console.tsx';

type Member = ReplyOf<'console/staff'>[number];

const ADMIN = { ...RISK, id: 4, login: 'ada', name: 'Ada', role: 'admin' as const };
const member = (id: number, login: string, rest: Partial<Member> = {}): Member => ({
  id,
  login,
  name: `${login} full`,
  role: 'support',
  state: 'active',
  passkeys: 1,
  created_ms: 1_795_000_000_000,
  seen_ms: null,
  setup_until_ms: null,
  half_waits: false,
  ...rest,
});
const HALF = 'AAAAAAAAAAAAAAAAAAAA';
const approval = {
  id: 9,
  kind: 'operator change',
  title: 'Add an operator',
  subject: 'nina',
  changes: [],
  uid: null,
  article_version: null,
  person: null,
  digest: 'd',
  reason: 'a reason',
  asked_by: 'ada',
  own: true,
  decided_by: null,
  state: 'asked' as const,
  created_ms: 1_795_000_000_000,
  decided_ms: null,
};
const rowOf = (name: string): HTMLElement =>
  screen.getByText(name).closest('tr') ?? expect.fail(`no row ${name}`);

test('an admin asks for a new operator and gets one half of the code, once', async () => {
  server.reply('console/staff', [member(4, 'ada', { role: 'admin' })]);
  server.reply('console/staff_add', { approval, half: HALF });
  const user = openConsole('/staff', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Add operator' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add an operator' });
  await user.type(within(dialog).getByLabelText('Login'), 'nina');
  await user.type(within(dialog).getByLabelText('Name'), 'Nina New');
  await user.click(within(dialog).getByLabelText('Role'));
  await user.click(await screen.findByText('Finance: bank payments, withdrawals, books'));
  await user.type(within(dialog).getByLabelText('Reason'), 'a new colleague');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  const shown = await screen.findByRole('dialog', { name: 'Your half of the setup code of nina' });
  expect(within(shown).getByText(HALF)).toBeTruthy();
  expect(server.sent('console/staff_add')).toEqual([
    { login: 'nina', name: 'Nina New', role: 'finance', reason: 'a new colleague' },
  ]);
});

test('only an admin changes others, and nobody their own login', async () => {
  server.reply('console/staff', [
    member(4, 'ada'),
    member(5, 'sam'),
    member(6, 'old', { state: 'disabled' }),
  ]);
  openConsole('/staff', ADMIN);
  await screen.findByText('sam full');
  expect(within(rowOf('sam full')).getAllByRole('button')).toHaveLength(3);
  expect(within(rowOf('ada full')).queryAllByRole('button')).toEqual([]);
  expect(within(rowOf('old full')).queryAllByRole('button')).toEqual([]);
});

test('an operator who approved a setup takes the other half', async () => {
  server.reply('console/staff', [
    member(7, 'nina', { state: 'setup', half_waits: true, setup_until_ms: 1_795_100_000_000 }),
  ]);
  server.reply('console/staff_half', { half: HALF });
  const user = openConsole('/staff', RISK);
  await screen.findByText('waits for setup');
  expect(screen.queryByRole('button', { name: 'Add operator' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take your half of the code' }));
  const shown = await screen.findByRole('dialog', { name: 'Your half of the setup code of nina' });
  expect(within(shown).getByText(HALF)).toBeTruthy();
  expect(server.sent('console/staff_half')).toEqual([{ id: 7 }]);
});

test('the role of an operator is changed by their number, with a reason', async () => {
  server
    .reply('console/staff', [member(5, 'sam', { role: 'finance' })])
    .reply('console/staff_role', approval);
  const user = openConsole('/staff', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  const dialog = await dialogNamed('Change the role of sam full');
  within(dialog).getByText('Finance: bank payments, withdrawals, books');
  await user.click(within(dialog).getByLabelText('Role'));
  await user.click(await screen.findByText('Support: users, messages, articles'));
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('Say it in at least three letters');
  expect(server.sent('console/staff_role')).toEqual([]);
  await fillIn(user, dialog, 'Reason', 'moves to support');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Asked. Somebody else has to approve it.');
  expect(server.sent('console/staff_role')).toEqual([{ id: 5, role: 'support', reason: 'moves to support' }]);
});

test('a renewed login gives one half of a code; a disabled one none', async () => {
  server
    .reply('console/staff', [member(5, 'sam')])
    .reply('console/staff_renew', { approval, half: HALF })
    .reply('console/staff_disable', approval);
  const user = openConsole('/staff', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  const disable = await dialogNamed('Disable sam full');
  await fillIn(user, disable, 'Reason', 'has left');
  await user.click(within(disable).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() => expect(server.sent('console/staff_disable')).toEqual([{ id: 5, reason: 'has left' }]));
  await user.click(screen.getByRole('button', { name: 'Renew login' }));
  const renew = await dialogNamed('Renew the login of sam full');
  await fillIn(user, renew, 'Reason', 'lost the phone');
  await user.click(within(renew).getByRole('button', { name: 'Ask for approval' }));
  const shown = await dialogNamed('Your half of the setup code of sam');
  within(shown).getByText('Your half of the setup code of sam');
  within(shown).getByText(HALF);
  expect(server.sent('console/staff_renew')).toEqual([{ id: 5, reason: 'lost the phone' }]);
});

test('a login that is taken says so at its field, and nothing is lost', async () => {
  server.reply('console/staff', []).refuse('console/staff_add', 'operator_login_taken', 'This login exists.');
  const user = openConsole('/staff', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Add operator' }));
  const dialog = await dialogNamed('Add an operator');
  await fillIn(user, dialog, 'Login', 'sam');
  await fillIn(user, dialog, 'Name', 'Sam');
  await user.click(within(dialog).getByLabelText('Role'));
  await user.click(await screen.findByText('Finance: bank payments, withdrawals, books'));
  await fillIn(user, dialog, 'Reason', 'a new colleague');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  const said = await within(dialog).findByText('This login exists.');
  expect(said.closest('.ant-form-item')?.textContent).toContain('Login');
  expect(within(dialog).getByLabelText('Login')).toHaveProperty('value', 'sam');
});
