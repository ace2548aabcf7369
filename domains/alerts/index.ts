/** Price alerts: notifications when the index of a market reaches what a user chose. */
import type { Contract, UserId } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import { seedDemoAlerts } from './demo.ts';
import type { AlertsDeps } from './deps.ts';
import { alertsHandlers } from './http.ts';
import { AlertWatcher } from './watcher.ts';

export type { AlertsDeps } from './deps.ts';
export { AlertBook } from './book.ts';
export type { SideChange, WatchedAlert } from './book.ts';
export { alertsMessages } from './messages.ts';
export { alertsNotices } from './notices.ts';

export interface Alerts {
  readonly handlers: Handlers<Contract['alerts']>;
  /** Watches the index; runs where it is taken. */
  readonly watcher: Pick<AlertWatcher, 'start' | 'stop' | 'idle' | 'size'>;
  /** Alerts of a demo user, once; the index must be running. Demonstrations only. */
  seedDemoAlerts(user: UserId): Promise<void>;
}

export function createAlerts(deps: AlertsDeps): Alerts {
  const watcher = new AlertWatcher(deps);
  const changes = { ...deps, watcher };
  return {
    handlers: alertsHandlers(changes),
    watcher,
    seedDemoAlerts: (user) => seedDemoAlerts(changes, user),
  };
}
