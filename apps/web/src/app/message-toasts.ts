import type { NoticesChange } from '@karat/contract';
import { invalidate } from '../lib/query-client.ts';
import { socket } from '../lib/socket.ts';
import { readAccount } from './account.ts';

/** What the server's word of new or read notices makes old. */
function onMessagesChange(change: NoticesChange): void {
  void invalidate('usermessage', 'mailMessage/getList');
  if (!change.notices.some(({ kind }) => kind.startsWith('verification:'))) return;
  void invalidate('real/state', 'user/info');
  // Nobody asked for it, so that a failure is not told; the next start reads the account again.
  readAccount().catch(() => undefined);
}

/** Follows the own notices; the channel is silent while nobody is logged in. */
export function startMessageToasts(): void {
  socket.subscribe('messages', (heard) => {
    if (heard !== 'stale') onMessagesChange(heard.data as NoticesChange);
  });
}
