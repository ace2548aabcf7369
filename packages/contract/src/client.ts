import type { Reply, Sent } from './call.ts';
import type { Contract } from './contract.ts';

/** The contract for clients: types by path, so that a client contains none of the contract's code. */
type Group = Contract[keyof Contract];
type Paths<G> = G extends unknown ? keyof G & string : never;
type CallAt<P extends string, G = Group> = G extends Record<P, infer C> ? C : never;

/** Every path of the contract. */
export type AnyPath = Paths<Group>;

type MethodAt<P extends AnyPath> = CallAt<P> extends { readonly method: infer M } ? M : never;

/** Paths of GET calls, and of POST calls. */
export type GetPath = { [P in AnyPath]: MethodAt<P> extends 'GET' ? P : never }[AnyPath];
export type PostPath = { [P in AnyPath]: MethodAt<P> extends 'POST' ? P : never }[AnyPath];

/** Input and reply of a path. */
export type SentTo<P extends AnyPath> = Sent<CallAt<P>>;
export type ReplyOf<P extends AnyPath> = Reply<CallAt<P>>;
