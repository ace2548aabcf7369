import type { NoticesChange } from '@karat/contract';
import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { keepUser } from '../lib/session.ts';
import { socket } from '../lib/socket.ts';

const outdated = (path: string): void => void queryClient.invalidateQueries({ queryKey: [path] });

/** What the server's word of new or read notices makes old. */
function hear(change: NoticesChange): void {
  outdated('usermessage');
  outdated('mailMessage/getList');
  if (!change.notices.some(({ kind }) => kind.startsWith('verification:'))) return;
  outdated('real/state');
  outdated('user/info');
  // Nobody asked for it, so that a failure is not told; the next start reads the account again.
  api.get('user/info', {}, { quiet: true }).then(keepUser, () => undefined);
}

/** Follows the own notices; the channel is silent while nobody is logged in. */
export function startNotices(): void {
  socket.listen('messages', (heard) => {
    if (heard !== 'stale') hear(heard.data as NoticesChange);
  });
}
