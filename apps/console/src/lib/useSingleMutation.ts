import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

type Options<Data, Sent> = Omit<UseMutationOptions<Data, Error, Sent>, 'onSettled'>;

/**
 * A mutation that is sent once at a time: `mutate` does nothing while one is under way. The button is rendered as busy only
 * after a turn of the event loop, in which a second click may come.
 */
export function useSingleMutation<Data, Sent>(options: Options<Data, Sent>) {
  const underWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      underWay.current = false;
    },
  });
  const mutate: typeof mutation.mutate = (...sent) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(...sent);
  };
  return { ...mutation, mutate };
}
