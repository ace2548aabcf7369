import type { Contracts, PositionEvent } from '@karat/domains/contracts';
import { amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { onContractEvents } from './index.ts';
import type { CopiedPositionEvent } from './deps.ts';

/** The events that copy trading receives for an event of contracts. */
async function receivedOf(event: object): Promise<readonly CopiedPositionEvent[]> {
  const received: CopiedPositionEvent[] = [];
  const sent: Promise<void>[] = [];
  const contracts = {
    onPositionEvents: (listen: (tx: Tx, events: readonly PositionEvent[]) => Promise<void>) =>
      void sent.push(listen({} as Tx, [event as PositionEvent])),
  } as unknown as Contracts;
  onContractEvents(contracts, async (_, events) => void received.push(...events));
  await Promise.all(sent);
  return received;
}
const closed = {
  kind: 'closed',
  position: { id: 7, trial: undefined, closedAt: 5 },
  released: amount('300'),
  profit: amount('-500'),
  insurance: amount('120'),
  absorbed: amount('80'),
  fee: amount('3'),
};

test('the result of a close is its profit without what fund and pool pay, less its fee', async () => {
  expect(await receivedOf(closed)).toMatchObject([
    { kind: 'closed', net: amount('-303'), released: amount('300'), position: { id: 7, ended: true } },
  ]);
});

test('a night costs what is paid from balance and margin', async () => {
  const night = {
    kind: 'overnight',
    position: { id: 7 },
    fromAvailable: amount('2'),
    fromMargin: amount('5'),
  };
  expect(await receivedOf(night)).toMatchObject([
    { kind: 'overnight', paid: amount('7'), fromMargin: amount('5') },
  ]);
});

test('a position that a coupon pays for is not copied', async () => {
  expect(await receivedOf({ ...closed, position: { id: 7, trial: {}, closedAt: 5 } })).toEqual([]);
});
