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
  /** The screen shows a refusal itself. */
  readonly quiet?: boolean;
  readonly onDone?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  /** Where it leads; who has gone on to another screen before the answer came stays there. */
  readonly onSuccessNavigate?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  readonly onRefused?: (error: CallError, input: SentTo<P>) => void;
  /** Reads that the action makes outdated. */
  readonly invalidates?: readonly AnyPath[];
  /** Counts as under way until those are read again: what is shown at once does not go back in between. */
  readonly awaitRefetch?: boolean;
}

/** Whose wish it was, and on which screen. */
interface PendingAction {
  readonly token: string | null;
  readonly at: string;
}

/**
 * A change that the person asked for. Each wish gets an idempotency key; if no answer came, sending the same input again
 * sends the same key, so that money moves once. An answer that comes when somebody else is logged in is for nobody.
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
        // Nobody knows what became of it.
        else void invalidate(...invalidates);
        if (request && isMine(request)) onRefused?.(error, input);
      },
    },
    queryClient,
  );
}
