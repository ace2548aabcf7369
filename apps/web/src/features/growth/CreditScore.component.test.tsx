import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server } from '../../testing/app.tsx';

test('the credit score is shown with every part, its points, its terms and the own count', async () => {
  server.reply('credit/score', {
    score: 95,
    max: 200,
    parts: [
      { part: 'base', count: 1, each: 100, count_max: 1, points: 100 },
      { part: 'loans_on_time', count: 1, each: 5, count_max: 10, points: 5 },
      { part: 'loans_late', count: 1, each: -10, count_max: 5, points: -10 },
    ],
  });
  await openApp('/pages/setting/credit');
  await screen.findByText('95');
  expect(screen.getByText('Between 0 and 200')).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'How it is calculated' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'Starting points+100',
    'Loans repaid in time+5 each, at most +50Yours: 1+5',
    'Loans that were overdue-10 each, at most -50Yours: 1-10',
  ]);
});
