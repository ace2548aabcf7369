import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, server } from '../../testing/console.tsx';

const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 25, total: 0 };

test('lists the open orders first, and all of them on request', async () => {
  server.reply('console/markets', []);
  server.reply('console/dual', { coverage: [], exposure: [], settlements: [] });
  server.reply('console/dual_products', NOTHING);
  server.reply('console/dual_orders', NOTHING);
  const user = openConsole('/dual');
  await waitFor(() => expect(server.sent('console/dual_orders')).toMatchObject([{ open: 'true' }]));
  await user.click(await screen.findByRole('radio', { name: 'All' }));
  await waitFor(() => expect(server.sent('console/dual_orders')).toHaveLength(2));
  expect(server.sent('console/dual_orders').at(-1)).not.toHaveProperty('open');
});
