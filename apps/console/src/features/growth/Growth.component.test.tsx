import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Level = ReplyOf<'console/vip'>['levels'][number];
type Invitation = ReplyOf<'console/invitations'>['data'][number];

const level = (number: number): Level => ({
  level: number,
  volume: `${number + 1}0000`,
  balance: `${number + 1}000`,
  fee_discount: `${number + 1}5`,
  outflow_limit: `${number + 1}00`,
  multiple_max: 50,
  users: number,
});
const invitation = (invitee: number, state: Invitation['state']): Invitation => ({
  invitee,
  inviter: 100_001,
  state,
  signs: ['device'],
  held: '7',
  paid: '0',
  decided_by: null,
  created_ms: 1,
});
const page = <Row,>(...data: Row[]) => ({
  ...{ current_page: 1, data, last_page: 1, per_page: 20, total: data.length },
});

function openGrowth(operator = RISK) {
  server
    .otherwise('empty')
    .reply('console/vip', { levels: [level(0), level(2)], runs: [] })
    .reply('console/rebates', { share: '20', totals: [] })
    .reply(
      'console/invitations',
      page(invitation(100_002, 'held'), invitation(100_003, 'clear'), invitation(100_004, 'refused')),
    );
  return openConsole('/growth', operator);
}
const rowOf = async (text: string): Promise<HTMLElement> =>
  (await screen.findByText(text)).closest('tr') ?? expect.fail(`no row ${text}`);

test('terms of a level are requested with its own conditions, level 0 without new ones', async () => {
  const user = openGrowth();
  for (const [name, discount] of [
    ['VIP 0', '1'],
    ['VIP 2', '30'],
  ] as const) {
    await user.click(within(await rowOf(name)).getByRole('button', { name: 'Change' }));
    const form = await dialogNamed(`Terms of ${name}`);
    expect(within(form).queryByLabelText('Volume of 30 days, USDT') === null).toBe(name === 'VIP 0');
    await user.clear(within(form).getByLabelText('Fee discount, %'));
    await user.type(within(form).getByLabelText('Fee discount, %'), discount);
    await user.type(within(form).getByLabelText('Reason'), 'New year');
    await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
    await waitFor(() => expect(screen.queryByText(`Terms of ${name}`)).toBeNull());
  }
  expect(server.sent('console/vip_terms')).toEqual([
    {
      ...{ level: 0, volume: '10000', balance: '1000', fee_discount: '1', outflow_limit: '100' },
      ...{ multiple_max: 50, reason: 'New year' },
    },
    {
      ...{ level: 2, volume: '30000', balance: '3000', fee_discount: '30', outflow_limit: '300' },
      ...{ multiple_max: 50, reason: 'New year' },
    },
  ]);
});

test('only held rebates are decided: released by two, refused at once', async () => {
  const user = openGrowth();
  const decide = async (button: string, title: string, send: string) => {
    await user.click(within(await rowOf('100002')).getByRole('button', { name: button }));
    const form = await dialogNamed(title);
    await user.type(within(form).getByLabelText('Reason'), 'One person');
    await user.click(within(form).getByRole('button', { name: send }));
  };
  for (const other of ['100003', '100004'])
    expect(within(await rowOf(other)).queryByRole('button')).toBeNull();
  await decide('Release', 'Release the rebates of user 100002', 'Ask for approval');
  const sent = [{ uid: 100_002, reason: 'One person' }];
  await waitFor(() => expect(server.sent('console/invitation_release')).toEqual(sent));
  await decide('Refuse', 'Refuse the rebates of user 100002', 'Refuse');
  await screen.findByText('Refused. Later fees of this user give no rebate either.');
  expect(server.sent('console/invitation_refuse')).toEqual(sent);
});

test('roles without the right change and decide nothing', async () => {
  openGrowth({ ...RISK, role: 'support' });
  await rowOf('100002');
  await rowOf('VIP 2');
  expect(screen.queryByRole('button', { name: /Change|New coupons|Release|Refuse/ })).toBeNull();
});
