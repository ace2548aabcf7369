/** The message centre: notices to users, and their delivery by email and WebSocket. */
import type { Contract, SessionId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import type { PrivateChannels } from '@karat/platform/ws';
import { messagesChannel } from './channel.ts';
import { messagesHandlers } from './http.ts';
import type { MessagesDeps } from './deps.ts';
import { messagesWork, startForgetting } from './sweep.ts';
import { notify } from './notify.ts';
import { forgetSessions, pushWork } from './push.ts';
import type { Notification } from './notification.ts';

export { RELAYED_TOPICS as messagesRelayedTopics } from './topics.ts';
export { messagesMessages } from './messages.ts';
export type { Addressee, MessagesDeps } from './deps.ts';
export type { Notification } from './notification.ts';
export { NUMBER_SLOTS } from './texts.ts';
export type { NoticeText, NoticeTexts } from './texts.ts';

export interface Messages {
  readonly handlers: Handlers<Contract['messages']>;
  /** Notifies a user, in the transaction of the step. */
  notify(tx: Tx, notice: Notification): Promise<void>;
  /** Notifies many users in one statement. */
  notifyAll(tx: Tx, notices: readonly Notification[]): Promise<void>;
  /** Publishes new notices to the sockets of their users. Returns the stop function. */
  connect(own: PrivateChannels): () => void;
  /** Deletes the browsers of ended sessions. */
  forgetSessions(sessions: readonly SessionId[]): void;
  /** Due work that hands pushes over; for workers of its own. */
  readonly pushWork: WorkHandlers;
  /** Due work of the domain. */
  readonly work: WorkHandlers;
  /** Schedules the daily cleanup. Call it once at the start of a work process. */
  start(): Promise<void>;
}

export function createMessages(deps: MessagesDeps): Messages {
  return {
    handlers: messagesHandlers(deps),
    notify: (tx, notice) => notify(deps, tx, [notice]),
    notifyAll: (tx, notices) => notify(deps, tx, notices),
    connect: (own) => messagesChannel(deps, own),
    forgetSessions: (sessions) => forgetSessions(deps, sessions),
    pushWork: pushWork(deps),
    work: messagesWork(deps.ctx),
    start: async () => void (await startForgetting(deps.ctx)),
  };
}
