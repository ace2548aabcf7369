import type { NoticesChange } from '@karat/contract';
import { invalidate } from '../lib/query-client.ts';
import { socket } from '../lib/socket.ts';
import { readAccount } from './account.ts';

/** Queries that a notification makes outdated. */
function onMessagesChange(change: NoticesChange): void {
  void invalidate('usermessage', 'mailMessage/getList');
  const isAbout = (domain: string): boolean =>
    change.notices.some(({ kind }) => kind.startsWith(`${domain}:`));
  if (isAbout('support')) void invalidate('support/status', 'support/conversations');
  if (isAbout('gifts')) void invalidate('gift/list');
  if (isAbout('growth')) void invalidate('vip/status', 'coupon/list');
  if (!isAbout('verification') && !isAbout('growth')) return;
  void invalidate('real/state', 'user/info');
  // A background read: a failure is not shown, and the next start reads the account again.
  readAccount().catch(() => undefined);
}

/** Listens to notifications of the user; the channel is silent while nobody is logged in. */
export function startMessageToasts(): void {
  socket.subscribe('messages', (event) => {
    if (event !== 'stale') onMessagesChange(event.data as NoticesChange);
  });
}
