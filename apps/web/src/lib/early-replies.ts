/**
 * Replies that the page asks for before the app's code has arrived (`first-paint/boot.ts`): the app's own first request for
 * the same takes the reply instead of asking again.
 */
export interface EarlyReplies {
  /** When they were requested, by `performance.now()`. */
  readonly since: number;
  readonly replies: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyReplies?: EarlyReplies;
  }
}

/** A reply that nobody has taken within this time is outdated. */
const FRESH_MS = 30_000;

/** Identifies a request by all that the reply depends on: address, body, language and session. */
export const requestKey = (address: string, { method, body, headers }: RequestInit): string =>
  JSON.stringify([
    method,
    address,
    typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '',
    [...new Headers(headers)],
  ]);

/** Removes and returns the early reply to a request; undefined if there is none or it is outdated. */
export function takeEarlyReply(key: string): Promise<Response> | undefined {
  const early = globalThis.window?.earlyReplies;
  const reply = early?.replies.get(key);
  if (!early || !reply) return undefined;
  early.replies.delete(key);
  return performance.now() - early.since < FRESH_MS ? reply : undefined;
}
