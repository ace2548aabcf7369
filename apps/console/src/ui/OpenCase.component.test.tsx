import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { expect, test } from 'vitest';
import { dialogNamed, openServer, server } from '../testing/console.tsx';
import { OpenCase } from './OpenCase.tsx';

test('a case is opened once, also by a double click', async () => {
  openServer();
  server.reply('console/case_open', { id: 4, joined: false });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <OpenCase uid={100_001} />
      </App>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open a case' }));
  const form = await dialogNamed('Open a case about UID 100001');
  fireEvent.mouseDown(within(form).getByRole('combobox', { name: 'Kind' }));
  fireEvent.click(await screen.findByText('Other', { selector: '.ant-select-item-option-content' }));
  await user.type(within(form).getByLabelText('What was noticed'), 'Odd payments');
  const button = within(form).getByRole('button', { name: 'Open the case' });
  await user.dblClick(button);
  await screen.findByText('Case 4 is open.');
  expect(server.sent('console/case_open')).toMatchObject([{ uid: 100_001, text: 'Odd payments' }]);
});
