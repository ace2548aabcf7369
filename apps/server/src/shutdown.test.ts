import { expect, test } from 'vitest';
import { createLog } from '@karat/platform/log';
import { createShutdown } from './shutdown.ts';

const log = createLog('silent');

test('parts are stopped in reverse order of their start, once, also after failures', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(log);
  shutdown.add('database', () => void stopped.push('database'));
  shutdown.add('engine', () => Promise.reject(new Error('broken')));
  shutdown.add('front', async () => void stopped.push('front'));
  await Promise.all([shutdown.run(), shutdown.run()]);
  expect(stopped).toEqual(['front', 'database']);
});

test('a step that never ends does not block the others', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(log, 5);
  shutdown.add('database', () => void stopped.push('database'));
  shutdown.add('bots', () => new Promise<void>(() => undefined));
  await shutdown.run();
  expect(stopped).toEqual(['database']);
});
