import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSession } from '../../lib/session.ts';
import { socket } from '../../lib/socket.ts';
import { keepReads, push } from '../../testing/app.tsx';
import { END_MS } from '../../testing/nft-fixtures.ts';
import { useLiveOrders } from './use-live-sale.ts';

function Listening() {
  useLiveOrders();
  return null;
}

test('an auction that ends makes what is to be paid and all orders outdated', async () => {
  openSession('token-of-test');
  socket.login('token-of-test');
  socket.connect();
  render(<Listening />);
  const current = keepReads('bind_box/getNeedPayNFTOrder', 'bind_box/orders');
  const change = { id: 96, code: 'W0000000END1', now_price: '450', bids: 6, bidders: 3, extensions: 0 };
  await push('nft', [{ ...change, state: 'sold', end_ms: END_MS }]);
  await waitFor(() => expect(current()).toEqual([]));
});
