import { withLogin } from './navigation.ts';
import { useAction, useGet } from './query.ts';
import { useSession } from './session.ts';

/** The user's favourites by base currency, and a toggle. */
export function useFavourites() {
  const loggedIn = useSession((state) => state.token !== null);
  const list = useGet('optional/list', {}, { enabled: loggedIn });
  const change = { invalidates: ['optional/list'], awaitRefetch: true } as const;
  const add = useAction('optional/add', change);
  const del = useAction('optional/del', change);
  const rows = new Map(list.data?.map((row) => [row.currency_id, row.id]));
  return {
    list,
    has: (currency: number): boolean =>
      // Optimistic: a pending toggle counts as done until the list is refetched.
      (rows.has(currency) && !(del.isPending && del.variables.id === rows.get(currency))) ||
      (add.isPending && add.variables.currency_id === currency),
    toggle: (currency: number): void =>
      withLogin(() => {
        const row = rows.get(currency);
        if (add.isPending || del.isPending) return;
        if (row === undefined) add.mutate({ currency_id: currency });
        else del.mutate({ id: row });
      }),
  };
}
