import { afterEach, expect, test } from 'vitest';
import { previousOwnData } from './reads.ts';
import { useSession } from './session.ts';

const first = useSession.getState();
afterEach(() => useSession.setState(first));

test('rows of a former filter stand in until the new ones come, never those of somebody else', () => {
  useSession.setState({ token: 'ann' });
  const query = { queryKey: ['recharge/log', {}, 'en', 'ann'] };
  expect(previousOwnData(['row'], query)).toEqual(['row']);
  useSession.setState({ token: 'bea' });
  expect(previousOwnData(['row'], query)).toBeUndefined();
  expect(previousOwnData(['row'], undefined)).toBeUndefined();
});
