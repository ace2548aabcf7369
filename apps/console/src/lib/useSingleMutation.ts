import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * A mutation that is sent once at a time: `mutate` does nothing while one is under way. The button is rendered as busy only
 * after a turn of the event loop, in which a second click may come; and a form that closes itself is there until it is rendered anew,
 * so that the next one may be sent only then.
 */
export function useSingleMutation<Data, Sent>(options: UseMutationOptions<Data, Error, Sent>) {
  const underWay = useRef(false);
  const mutation = useMutation(options);
  const { isPending, submittedAt } = mutation;
  useEffect(() => {
    if (!isPending) underWay.current = false;
  }, [isPending, submittedAt]);
  const mutate: typeof mutation.mutate = (...sent) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(...sent);
  };
  return { ...mutation, mutate };
}
