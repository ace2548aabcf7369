import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './api.ts';
import type { AnyPath, PostPath, ReplyOf, SentTo } from './calls.ts';
import { CallError } from './envelope.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { go } from './navigation.ts';
import { invalidate, queryClient } from './query-client.ts';
import { useSession } from './session.ts';

export interface ActionOptions<P extends PostPath> {
  /** The screen shows refusals itself, so no toast. */
  readonly quiet?: boolean;
  readonly onDone?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  /** Navigates after success, unless the user has left the screen. */
  readonly onSuccessNavigate?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  readonly onRefused?: (error: CallError, input: SentTo<P>) => void;
  /** Reads that the action makes outdated. */
  readonly invalidates?: readonly AnyPath[];
  /** Stays pending until those reads are refetched, so optimistic values do not flicker back. */
  readonly awaitRefetch?: boolean;
}

/** The user and screen that sent the action. */
interface PendingAction {
  readonly token: string | null;
  readonly at: string;
}

/**
 * A mutation of the user. Each request gets an idempotency key; after a lost answer the same input is sent with the
 * same key, so money moves once. An answer that arrives after another user has logged in is dropped.
 */
export function useAction<P extends PostPath>(
  path: P,
  {
    quiet = false,
    onDone,
    onSuccessNavigate,
    onRefused,
    invalidates = [],
    awaitRefetch = false,
  }: ActionOptions<P> = {},
): UseMutationResult<ReplyOf<P>, Error, SentTo<P>, PendingAction> {
  const unanswered = useRef<{ readonly input: string; readonly key: string } | null>(null);
  const isMine = ({ token }: PendingAction): boolean => useSession.getState().token === token;
  return useMutation<ReplyOf<P>, Error, SentTo<P>, PendingAction>(
    {
      onMutate: () => ({ token: useSession.getState().token, at: go.here() }),
      mutationFn: (sent) => {
        const input = JSON.stringify(sent);
        if (unanswered.current?.input !== input) unanswered.current = { input, key: newIdempotencyKey() };
        return api.post(path, sent, { quiet, key: unanswered.current.key });
      },
      onSuccess: (reply, input, request) => {
        unanswered.current = null;
        const read = invalidate(...invalidates);
        if (!isMine(request)) return undefined;
        onDone?.(reply, input);
        if (go.here() === request.at) onSuccessNavigate?.(reply, input);
        return awaitRefetch ? read : undefined;
      },
      onError: (error, input, request) => {
        if (!(error instanceof CallError)) return reportError(error);
        if (error.kind !== 'network') unanswered.current = null;
        // The outcome is unknown.
        else void invalidate(...invalidates);
        if (request && isMine(request)) onRefused?.(error, input);
      },
    },
    queryClient,
  );
}
