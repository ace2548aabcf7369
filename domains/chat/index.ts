/** Public chat rooms by language and market, and their moderation. */
import type { Contract, UserId } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { Channels, PrivateChannels } from '@karat/platform/ws';
import { connectChat } from './channel.ts';
import { seedDemoMessages, seedRooms } from './demo.ts';
import type { ChatDeps } from './deps.ts';
import { chatHandlers } from './http.ts';
import { createSend } from './send.ts';

export { chatMessages } from './messages.ts';
export { RELAYED_TOPICS as chatRelayedTopics } from './topics.ts';
export type { ChatDeps, ChatPerson } from './deps.ts';

export interface Chat {
  readonly handlers: Handlers<Contract['chat']>;
  /** Publishes rooms and own messages to the sockets. `load` reads the newest numbers; call it once before clients connect. */
  connect(
    channels: Channels,
    own: PrivateChannels,
  ): { readonly load: () => Promise<void>; readonly stop: () => void };
  /** Adds the rooms of a new installation, once. */
  seedRooms(): Promise<void>;
  /** Messages among the demo users, labelled as such, once. Demonstrations only. */
  seedDemoMessages(users: readonly UserId[]): Promise<void>;
}

export function createChat(deps: ChatDeps): Chat {
  const send = createSend(deps);
  return {
    handlers: chatHandlers(deps, send),
    connect: (channels, own) => connectChat(deps, channels, own),
    seedRooms: () => seedRooms(deps),
    seedDemoMessages: (users) => seedDemoMessages(deps, send, users),
  };
}
