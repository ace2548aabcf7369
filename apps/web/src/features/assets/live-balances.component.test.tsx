import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSession } from '../../lib/session.ts';
import { socket } from '../../lib/socket.ts';
import { keepReads, push } from '../../testing/app.tsx';
import { useLiveBalances } from './live-balances.ts';

function Listening() {
  useLiveBalances();
  return null;
}

test('a pushed balance makes balances, what holds them and their cost outdated', async () => {
  openSession('token-of-test');
  socket.login('token-of-test');
  socket.connect();
  render(<Listening />);
  const current = keepReads('wallet/list', 'wallet/held', 'portfolio/assets');
  await push('balances', [{ type: 2, currency: 3, available: '489.99', held: '0' }]);
  await waitFor(() => expect(current()).toEqual([]));
});
