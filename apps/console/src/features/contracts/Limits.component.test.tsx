import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

const LEVELS = [
  { level: 0, multiple_max: 10 },
  { level: 1, multiple_max: 50 },
];

function open(operator = RISK) {
  server
    .otherwise('empty')
    .reply('console/contract_limits', { levels: LEVELS, positions_max: 100, version: 3 });
  return openConsole('/contracts', operator);
}

test('only limits that differ are requested', async () => {
  const user = open();
  await user.click(await screen.findByRole('tab', { name: 'Limits' }));
  const part = (await screen.findByText('Highest leverage, level 1')).closest('section') ?? document.body;
  const ask = async (label: string, value: string) => {
    await user.click(within(part).getByRole('button', { name: 'Change' }));
    const form = await dialogNamed('Limits of users');
    await user.clear(within(form).getByLabelText(label));
    await user.type(within(form).getByLabelText(label), value);
    await user.type(within(form).getByLabelText('Reason'), 'Calmer');
    await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
    await waitFor(() => expect(document.querySelector('.ant-modal')).toBeNull());
  };
  await ask('Highest leverage, level 1', '40');
  await ask('Positions and waiting orders of one user', '90');
  expect(server.sent('console/contract_limits_change')).toEqual([
    { levels: '1:40', reason: 'Calmer' },
    { positions_max: '90', reason: 'Calmer' },
  ]);
});
