import type { NoticesChange } from '@karat/contract';
import { outdate } from '../lib/query-client.ts';
import { socket } from '../lib/socket.ts';
import { readAccount } from './account.ts';

/** What the server's word of new or read notices makes old. */
function hear(change: NoticesChange): void {
  void outdate('usermessage', 'mailMessage/getList');
  if (!change.notices.some(({ kind }) => kind.startsWith('verification:'))) return;
  void outdate('real/state', 'user/info');
  // Nobody asked for it, so that a failure is not told; the next start reads the account again.
  readAccount().catch(() => undefined);
}

/** Follows the own notices; the channel is silent while nobody is logged in. */
export function startNotices(): void {
  socket.listen('messages', (heard) => {
    if (heard !== 'stale') hear(heard.data as NoticesChange);
  });
}
