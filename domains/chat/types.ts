import type { ChatHold, ChatMessageState, MarketId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';

export interface Room {
  readonly id: number;
  readonly lang: Lang | null;
  readonly marketId: MarketId | null;
  readonly open: boolean;
  readonly slowModeS: number;
  readonly position: number;
  readonly lastSeq: number;
  /** Unix ms. */
  readonly lastMs: number | null;
}

export interface Author {
  readonly id: number;
  readonly userId: UserId;
}

export interface ChatMessage {
  readonly id: number;
  readonly roomId: number;
  readonly authorId: number;
  readonly userId: UserId;
  readonly clientId: string;
  /** 0 while the message has never been shown. */
  readonly seq: number;
  readonly state: ChatMessageState;
  readonly text: string;
  readonly nickname: string;
  readonly vipLevel: number;
  readonly replyId: number | null;
  readonly replyNickname: string | null;
  /** Null if the answered message is not shown any more. */
  readonly replyText: string | null;
  readonly holds: readonly ChatHold[];
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
  readonly createdMs: number;
}
