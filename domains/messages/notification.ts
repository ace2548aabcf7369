import type { NoticeKind, UserId } from '@karat/contract';
import type { Values } from '@karat/i18n';

/** A notice to a user, once per key. */
export interface Notification {
  readonly user: UserId;
  readonly kind: NoticeKind;
  /** Values of the text's slots. */
  readonly values?: Values;
  /** Key of the step, `withdrawal:17:sent`: a repeated notice with the same key is ignored. */
  readonly key: string;
  /** False: no email, since the step already sends one. */
  readonly mailed?: boolean;
}
