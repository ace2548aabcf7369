/** The message centre: what the house tells a user, and where else it goes. */
import type { Contract } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import type { PrivateChannels } from '@karat/platform/ws';
import { messagesChannel } from './channel.ts';
import { messagesHandlers } from './http.ts';
import type { MessagesDeps } from './parts.ts';
import { messagesWork, startForgetting } from './sweep.ts';
import { notify } from './notify.ts';
import type { Notification } from './notify.ts';

export { messagesMessages } from './messages.ts';
export type { Addressee, MessagesDeps } from './parts.ts';
export type { Notification } from './notify.ts';
export type { NoticeText, NoticeTexts } from './texts.ts';

export interface Messages {
  readonly handlers: Handlers<Contract['messages']>;
  /** Tells a user something, in the transaction of the step that it is about. */
  notify(tx: Tx, notice: Notification): Promise<void>;
  /** The same for many, in one statement. */
  notifyAll(tx: Tx, notices: readonly Notification[]): Promise<void>;
  /** Puts new notices on the sockets of their readers. Answers how to stop. */
  connect(own: PrivateChannels): () => void;
  /** Due work to give to a worker. */
  readonly work: WorkHandlers;
  /** Plans the daily cleaning; once at the start of a process that works. */
  start(): Promise<void>;
}

export function createMessages(deps: MessagesDeps): Messages {
  return {
    handlers: messagesHandlers(deps),
    notify: (tx, notice) => notify(deps, tx, [notice]),
    notifyAll: (tx, notices) => notify(deps, tx, notices),
    connect: (own) => messagesChannel(deps, own),
    work: messagesWork(deps.ctx),
    start: async () => void (await startForgetting(deps.ctx)),
  };
}
