import { wireTime } from '@karat/contract';
import type { ChatRoomFrame, Contract, Reply } from '@karat/contract';
import { LANGUAGE_NAMES } from '@karat/i18n';
import type { ChatDeps } from './deps.ts';
import type { ChatMessage, Room } from './types.ts';

export type OwnMessageView = Reply<Contract['chat']['chat/send']>;
export type MessageView = ChatRoomFrame['messages'][number];
export type RoomView = Reply<Contract['chat']['chat/rooms']>[number];

/** A message for other readers: only shown ones have a text. */
export const messageView = (message: ChatMessage): MessageView => ({
  id: message.id,
  room_id: message.roomId,
  seq: message.seq,
  state: message.state,
  author_id: message.authorId,
  nickname: message.nickname,
  vip_level: message.vipLevel,
  text: message.state === 'shown' ? message.text : '',
  reply_to: replyOf(message),
  created_at: wireTime(message.createdMs),
  created_ms: message.createdMs,
});

const replyOf = ({ replyId, replyNickname, replyText, state }: ChatMessage): MessageView['reply_to'] =>
  replyId === null || state !== 'shown'
    ? null
    : { id: replyId, nickname: replyNickname ?? '', text: replyText ?? '' };

/** A message for its author, who reads it while it is held. */
export const ownMessageView = (message: ChatMessage): OwnMessageView => ({
  ...messageView(message),
  text: message.state === 'removed' ? '' : message.text,
  client_id: message.clientId,
});

/** Own name of the language, or symbol of the market. */
export const roomName = (deps: Pick<ChatDeps, 'symbolOf'>, room: Room): string => {
  if (room.lang !== null) return LANGUAGE_NAMES[room.lang];
  return room.marketId === null ? '' : (deps.symbolOf(room.marketId) ?? '');
};

export const roomView = (deps: Pick<ChatDeps, 'symbolOf'>, room: Room): RoomView => ({
  id: room.id,
  kind: room.lang === null ? 'market' : 'language',
  name: roomName(deps, room),
  lang: room.lang,
  match_id: room.marketId,
  open: room.open,
  slow_mode_s: room.slowModeS,
  last_seq: room.lastSeq,
  last_ms: room.lastMs,
});
