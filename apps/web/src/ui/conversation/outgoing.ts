import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/envelope.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';

/** A message of this device that the server has not confirmed. */
export interface Outgoing<Content> {
  /** The same for every attempt, so that the server stores the message once. */
  readonly clientId: string;
  readonly content: Content;
  readonly createdMs: number;
  /** Why the last attempt failed; null while it is being sent. */
  readonly failure: string | null;
}

interface Sender<Content, Reply> {
  readonly send: (clientId: string, content: Content) => Promise<Reply>;
  /** Runs before the message leaves the list, so that the stored one replaces it. */
  readonly onSent: (reply: Reply) => void;
  readonly onFailed?: (error: CallError) => void;
}

export interface OutgoingQueue<Content> {
  readonly pending: readonly Outgoing<Content>[];
  readonly submit: (content: Content) => void;
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
}

/** Sends messages one after the other, so that they are stored in the order in which they were written. */
export function useOutgoing<Content, Reply>(sender: Sender<Content, Reply>): OutgoingQueue<Content> {
  const [pending, setPending] = useState<readonly Outgoing<Content>[]>([]);
  const current = useRef(sender);
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    current.current = sender;
  });

  const settle = useCallback((clientId: string, failure: string | null): void => {
    setPending((before) =>
      failure === null
        ? before.filter((each) => each.clientId !== clientId)
        : before.map((each) => (each.clientId === clientId ? { ...each, failure } : each)),
    );
  }, []);

  const attempt = useCallback(
    (clientId: string, content: Content): void => {
      last.current = last.current.then(async () => {
        try {
          const reply = await current.current.send(clientId, content);
          current.current.onSent(reply);
          settle(clientId, null);
        } catch (error) {
          if (!(error instanceof CallError)) return reportError(error);
          settle(clientId, error.message);
          current.current.onFailed?.(error);
        }
      });
    },
    [settle],
  );

  return {
    pending,
    submit: (content) => {
      const clientId = newIdempotencyKey();
      setPending((before) => [...before, { clientId, content, createdMs: Date.now(), failure: null }]);
      attempt(clientId, content);
    },
    retry: (clientId) => {
      const found = pending.find((each) => each.clientId === clientId);
      if (!found || found.failure === null) return;
      setPending((before) =>
        before.map((each) => (each.clientId === clientId ? { ...each, failure: null } : each)),
      );
      attempt(clientId, found.content);
    },
    discard: (clientId) => settle(clientId, null),
  };
}
