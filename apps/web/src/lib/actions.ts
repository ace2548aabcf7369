import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './api.ts';
import type { AnyPath, PostPath, ReplyOf, SentTo } from './calls.ts';
import { CallError } from './envelope.ts';
import { newKey } from './key.ts';
import { queryClient } from './query-client.ts';

export interface ActionOptions<P extends PostPath> {
  /** The screen shows a refusal itself. */
  readonly quiet?: boolean;
  readonly onDone?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  readonly onRefused?: (error: CallError) => void;
  /** Reads that the action makes outdated. */
  readonly outdates?: readonly AnyPath[];
}

/**
 * A change that the person asked for. Each wish gets an idempotency key; if no answer came, sending the same input again
 * sends the same key, so that money moves once.
 */
export function useAction<P extends PostPath>(
  path: P,
  { quiet = false, onDone, onRefused, outdates = [] }: ActionOptions<P> = {},
): UseMutationResult<ReplyOf<P>, Error, SentTo<P>> {
  const unanswered = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return useMutation<ReplyOf<P>, Error, SentTo<P>>(
    {
      mutationFn: (sent) => {
        const input = JSON.stringify(sent);
        if (unanswered.current?.input !== input) unanswered.current = { input, key: newKey() };
        return api.post(path, sent, { quiet, key: unanswered.current.key });
      },
      onSuccess: (reply, input) => {
        unanswered.current = null;
        for (const outdated of outdates) void queryClient.invalidateQueries({ queryKey: [outdated] });
        onDone?.(reply, input);
      },
      onError: (error) => {
        if (!(error instanceof CallError)) return;
        if (error.kind !== 'network') unanswered.current = null;
        onRefused?.(error);
      },
    },
    queryClient,
  );
}
