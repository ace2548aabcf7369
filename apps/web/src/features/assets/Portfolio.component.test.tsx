import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { openSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { server } from '../../testing/app.tsx';
import { progress } from '../../testing/portfolio-fixtures.ts';
import { PortfolioChart } from './Portfolio.tsx';
import { assetsText } from './text.ts';

async function showChart(hidden: boolean): Promise<HTMLElement> {
  openSession('token-of-test');
  await Promise.all([assetsText.load('en'), shellText.load('en')]);
  server.reply('portfolio/chart', {
    ...progress,
    ...{ range: '24h', from_ms: 0, to_ms: 2, start_value: '0', value: '900', transfers: '-103.5' },
    ...{ profit: '3.5', percent: '0.35' },
    points: [
      { at_ms: 0, value: '0', transfers: '0', profit: '0' },
      { at_ms: 1, value: '1000', transfers: '0', profit: '0' },
      { at_ms: 2, value: '900', transfers: '-103.5', profit: '3.5' },
    ],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PortfolioChart hidden={hidden} />
    </QueryClientProvider>,
  );
  return screen.findByRole('figure');
}

test('a value that falls by a withdrawal is drawn as neither gain nor loss, and named', async () => {
  const figure = await showChart(false);
  expect(figure.textContent).toBe('Value of the portfolio, 900.00 to 1,000.00 USDT');
  expect(figure.querySelector('svg')?.getAttribute('class')).not.toMatch(/text-(up|down)/);
  expect(screen.getByText(/\+3\.50/)).toBeTruthy();
});

test('hidden amounts are not in the chart either', async () => {
  const figure = await showChart(true);
  expect(figure.textContent).toBe('Portfolio');
  expect(screen.queryByText(/3\.50/)).toBeNull();
});
