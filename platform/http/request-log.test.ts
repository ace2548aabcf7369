import { sessionId, userId } from '@karat/contract';
import type { Log } from '@karat/platform/log';
import { silentLog } from '@karat/platform/log';
import { expect, test } from 'vitest';
import { createRequestLog } from './request-log.ts';
import type { RequestRecord } from './request-log.ts';

const record: RequestRecord = {
  call: 'wallet/change',
  id: 'r1',
  address: '203.0.113.77',
  caller: { userId: userId(100_001), sessionId: sessionId(1), verified: true },
  answer: { status: 200, body: '{}', refused: undefined },
  outcome: 'ok',
  seconds: 0.001_234_567,
};

function recording(sample: number) {
  const lines: object[] = [];
  const log: Log = { ...silentLog, info: (fields) => void lines.push(fields) };
  return { lines, write: createRequestLog(log, sample) };
}

test('a line names call, caller, network, status, outcome and duration, and nothing else', () => {
  const { lines, write } = recording(1);
  write(record);
  write({ ...record, caller: undefined, address: '2001:db8:1:2:3::4' });
  expect(lines).toEqual([
    {
      call: 'wallet/change',
      request: 'r1',
      user: 100_001,
      network: '203.0.113.0/24',
      status: 200,
      outcome: 'ok',
      refused: undefined,
      ms: 1.235,
    },
    expect.objectContaining({ network: '2001:db8:1::/48' }),
  ]);
  expect(lines[1]).not.toHaveProperty('user');
});

test('one of a number of requests is logged, failed and slow ones always', () => {
  const { lines, write } = recording(100);
  for (let n = 0; n < 200; n += 1) write(record);
  expect(lines).toHaveLength(2);
  write({ ...record, outcome: 'failed' });
  write({ ...record, seconds: 1.5 });
  expect(lines).toHaveLength(4);
});
