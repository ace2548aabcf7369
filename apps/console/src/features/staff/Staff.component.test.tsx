import type { ReplyOf } from '@karat/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

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
