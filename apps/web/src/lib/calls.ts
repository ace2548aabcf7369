import type { Contract, Reply, Sent } from '@karat/contract';

/** Types of every call, by path, taken from the contract. Types only: the contract's code stays out of the bundle. */
type Group = Contract[keyof Contract];
type Paths<G> = G extends unknown ? keyof G & string : never;
type CallAt<P extends string, G = Group> = G extends Record<P, infer C> ? C : never;

/** Every path of the contract. */
export type AnyPath = Paths<Group>;

type MethodAt<P extends AnyPath> = CallAt<P> extends { readonly method: infer M } ? M : never;

/** Paths that are read with GET, and those that are sent with POST. */
export type GetPath = { [P in AnyPath]: MethodAt<P> extends 'GET' ? P : never }[AnyPath];
export type PostPath = { [P in AnyPath]: MethodAt<P> extends 'POST' ? P : never }[AnyPath];

/** What is sent to a path, and what comes back. */
export type SentTo<P extends AnyPath> = Sent<CallAt<P>>;
export type ReplyOf<P extends AnyPath> = Reply<CallAt<P>>;

export type AllReplies = { [P in AnyPath]: ReplyOf<P> };

/** Paths whose reply is a page of rows (`current_page`, `data`, `last_page`). */
export type PagedPath<P extends AnyPath = AnyPath> = {
  [Q in P]: ReplyOf<Q> extends { current_page: number; data: readonly unknown[] } ? Q : never;
}[P];
export type RowOf<P extends PagedPath> = ReplyOf<P> extends { data: readonly (infer Row)[] } ? Row : never;
