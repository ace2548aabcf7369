import type { AnyPath, ReplyOf } from '@karat/contract';

/** Types only, so that the contract's code stays out of the bundle. */
export type { AnyPath, GetPath, PostPath, ReplyOf, SentTo } from '@karat/contract';

export type AllReplies = { [P in AnyPath]: ReplyOf<P> };

/** Paths whose reply is a page of rows (`current_page`, `data`, `last_page`). */
export type PagedPath<P extends AnyPath = AnyPath> = {
  [Q in P]: ReplyOf<Q> extends { current_page: number; data: readonly unknown[] } ? Q : never;
}[P];
export type RowOf<P extends PagedPath> = ReplyOf<P> extends { data: readonly (infer Row)[] } ? Row : never;
