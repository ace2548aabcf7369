import { expect, test } from 'vitest';
import { messagesInto } from './messages-into.ts';

interface Notification {
  readonly key: string;
  readonly text: string;
}
const FIRST: Notification = { key: 'order:1', text: 'placed' };

test('a notification that is tried again is listed again, another one with its key is rejected', async () => {
  const listed: Notification[] = [];
  const { notify, notifyAll } = messagesInto(listed);
  await notify(undefined, FIRST);
  await notifyAll(undefined, [FIRST, { ...FIRST, key: 'order:2' }]);
  // A test that empties its list forgets no key.
  expect(listed.splice(0).map(({ key }) => key)).toEqual(['order:1', 'order:1', 'order:2']);
  await expect(notify(undefined, { ...FIRST, text: 'filled' })).rejects.toThrow('order:1');
  expect(listed).toEqual([]);
});

test('the next messages get what is listed', async () => {
  const passed: Notification[] = [];
  const next = messagesInto(passed);
  await messagesInto([], next).notify(undefined, FIRST);
  expect(passed).toEqual([FIRST]);
});
