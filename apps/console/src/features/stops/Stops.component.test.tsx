import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Reply = ReplyOf<'console/stops'>;

const halted: Reply['stops'][number] = {
  target: 'product',
  subject: 'copytrade',
  name: 'copytrade',
  level: 'halt',
  reason: 'Odd figures',
  stopped_by: 'rita',
  stopped_ms: 0,
};
const STOPS: Reply = {
  products: [
    { product: 'mining', halted: false },
    { product: 'copytrade', halted: true },
  ],
  stops: [halted, { ...halted, target: 'network', subject: 'tron', name: 'Tron' }],
};

const rowOf = (text: string, table: number): HTMLElement =>
  within(screen.getAllByRole('table')[table] ?? expect.fail('no table'))
    .getByText(text)
    .closest('tr') ?? expect.fail('no row');

test('products have the names of the app, and are halted and resumed by their codes', async () => {
  const user = openConsole('/stops');
  server.otherwise('empty').reply('console/stops', STOPS);
  await screen.findByText('Tron');
  await user.click(within(rowOf('Earn', 0)).getByRole('button', { name: 'Halt' }));
  const halting = await dialogNamed('Halt Earn');
  await user.type(within(halting).getByLabelText('Reason'), 'Wrong yields');
  await user.click(within(halting).getByRole('button', { name: 'Halt' }));
  await waitFor(() =>
    expect(server.sent('console/stop')).toEqual([
      { target: 'product', subject: 'mining', level: 'halt', reason: 'Wrong yields' },
    ]),
  );
  await user.click(within(rowOf('Copy trading', 1)).getByRole('button', { name: 'Resume' }));
  const resuming = await dialogNamed('Resume Copy trading');
  await user.type(within(resuming).getByLabelText('Reason'), 'Figures are right');
  await user.click(within(resuming).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() =>
    expect(server.sent('console/resume')).toEqual([
      { target: 'product', subject: 'copytrade', reason: 'Figures are right' },
    ]),
  );
  expect(rowOf('Tron', 1).textContent).toContain('Payouts on a network');
});

test('the entry of a page that was opened by its address is scrolled into view', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  openConsole('/stops');
  server.otherwise('empty').reply('console/stops', STOPS);
  const entry = await screen.findByRole('menuitem', { name: 'Stops' });
  await waitFor(() => expect(scroll.mock.contexts).toContain(entry));
});
