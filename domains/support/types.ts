import type {
  SupportAuthor,
  SupportEvent,
  SupportKind,
  SupportReferenceKind,
  SupportState,
  UserId,
} from '@karat/contract';
import type { Lang } from '@karat/i18n';

/** Side of a conversation that is not an operator: a user, or a visitor with a proved e-mail address. */
export type Customer =
  | { readonly kind: 'user'; readonly userId: UserId }
  | { readonly kind: 'visitor'; readonly email: string };

/** A record of the customer that a message refers to, as it was when the message was sent. */
export interface Reference {
  readonly kind: SupportReferenceKind;
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  /** Unix ms. */
  readonly createdMs: number;
}

export interface Conversation {
  readonly id: number;
  readonly userId: UserId | null;
  readonly visitorEmail: string | null;
  readonly lang: Lang;
  readonly kind: SupportKind;
  readonly state: SupportState;
  readonly subject: string;
  /** Login of the operator. */
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  readonly lastSeq: number;
  readonly readSeq: number;
  readonly operatorReadSeq: number;
  readonly unread: number;
  readonly unanswered: number;
  readonly waitingSinceMs: number | null;
  readonly firstAnswerMs: number | null;
  readonly lastText: string;
  readonly lastMs: number;
  readonly rating: number | null;
  readonly ratingComment: string;
  readonly transcriptMs: number | null;
  readonly createdMs: number;
  readonly closedMs: number | null;
  readonly mergedInto: number | null;
  /** Place in the queue from 1; null unless waiting. */
  readonly queuePosition: number | null;
}

export interface SupportMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly seq: number;
  readonly author: SupportAuthor;
  readonly sender: string;
  readonly clientId: string | null;
  readonly text: string;
  readonly event: SupportEvent | null;
  readonly file: string | null;
  readonly reference: Reference | null;
  readonly createdMs: number;
}
