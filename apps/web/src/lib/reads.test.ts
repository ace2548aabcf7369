import { afterEach, expect, test } from 'vitest';
import { previousOwnData } from './reads.ts';
import { useSession } from './session.ts';

const first = useSession.getState();
afterEach(() => useSession.setState(first));

test("rows of a previous filter stay as placeholder until the new ones load, but never another user's", () => {
  useSession.setState({ token: 'ann' });
  const query = { queryKey: ['recharge/log', {}, 'en', 'ann'] };
  expect(previousOwnData(['row'], query)).toEqual(['row']);
  useSession.setState({ token: 'bea' });
  expect(previousOwnData(['row'], query)).toBeUndefined();
  expect(previousOwnData(['row'], undefined)).toBeUndefined();
});
