import { expect, test } from 'vitest';
import { DEEP, generate, NORMAL } from './orderbook-workload.ts';

/** A second or two suffice; a machine busy with other tests takes longer. */
const TIMEOUT_MS = 60_000;

test.each([NORMAL, DEEP])(
  'reaches the known totals of the $name stream of a million operations',
  { timeout: TIMEOUT_MS },
  (workload) => {
    const { totals } = generate(workload);
    expect(totals).toMatchObject(workload.expected);
  },
);
