import { useState } from 'react';
import { withLogin } from '../../../lib/navigation.ts';
import { useAction, useGet } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { fieldsOf } from './drawing-tools.ts';
import type { Drawing } from './drawing-tools.ts';

const NONE: readonly Drawing[] = [];

/** The user's drawings in a market. A change is shown at once; where the server refuses it, the stored ones return. */
export function useDrawings(market: number) {
  const loggedIn = useSession((state) => state.token !== null);
  const stored = useGet('chart/drawings', { match_id: market }, { enabled: loggedIn });
  const [changed, setChanged] = useState<readonly Drawing[] | null>(null);
  const settled = {
    invalidates: ['chart/drawings'],
    onRefused: () => setChanged(null),
  } as const;
  const saving = useAction('chart/drawing_save', settled);
  const deleting = useAction('chart/drawing_delete', settled);
  const list = changed ?? stored.data ?? NONE;
  return {
    list,
    /** Whether a drawing can be changed; asks for a login otherwise. */
    ask: withLogin,
    save: (drawing: Drawing): void => {
      const others = list.some(({ client_id: id }) => id === drawing.client_id)
        ? list.map((each) => (each.client_id === drawing.client_id ? drawing : each))
        : [...list, drawing];
      setChanged(others);
      saving.mutate(fieldsOf(market, drawing));
    },
    remove: (id: string): void => {
      setChanged(list.filter((each) => each.client_id !== id));
      deleting.mutate({ match_id: market, client_id: id });
    },
    clear: (): void => {
      setChanged(NONE);
      deleting.mutate({ match_id: market });
    },
  };
}
