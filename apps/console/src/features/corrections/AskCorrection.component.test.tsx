import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed, openConsole, server } from '../../testing/console.tsx';

async function openForm() {
  server.otherwise('empty').reply('console/correction_accounts', {
    ...{ house: ['corrections', 'fees'], currencies: [{ id: 3, code: 'USDT' }] },
  });
  const user = openConsole('/corrections');
  await user.click(await screen.findByRole('button', { name: 'New correction' }));
  const form = await dialogNamed('New correction');
  const choose = async (label: string, option: string) => {
    await user.click(within(form).getByLabelText(label));
    const options = await screen.findAllByText(option, { selector: '.ant-select-item-option-content' });
    await user.click(options.at(-1) ?? form);
  };
  return { user, form, choose };
}

test('the account of a user or one of the exchange is corrected, with what belongs to it', async () => {
  const { user, form, choose } = await openForm();
  await user.type(within(form).getByLabelText('UID'), '100001');
  await user.type(within(form).getByLabelText('Amount'), '-12.5');
  await choose('Currency', 'USDT');
  await choose('Booked against', 'corrections');
  await choose('Reason', 'Fee given back');
  await user.type(within(form).getByLabelText('In words (the user reads them)'), 'As promised');
  await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() =>
    expect(server.sent('console/correction')).toMatchObject([
      { uid: 100_001, account: 'change', amount: '-12.5', counter: 'corrections', note: 'As promised' },
    ]),
  );
  expect(server.sent('console/correction')[0]).not.toHaveProperty('house');
});
