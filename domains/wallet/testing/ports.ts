import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Notice } from '@karat/domains/messages';
import type { Person, SendingPorts } from '../deps.ts';

/** Other rooms as the wallet's tests need them: people by UID or e-mail, one pay password, levels set by hand. */
export function testPorts(): SendingPorts & {
  readonly people: Map<string, Person>;
  readonly levels: Map<UserId, 0 | 1 | 2>;
  readonly told: Notice[];
  add(id: number, given?: Partial<Person> & { readonly email?: string }): UserId;
} {
  const people = new Map<string, Person>();
  const levels = new Map<UserId, 0 | 1 | 2>();
  const told: Notice[] = [];
  return {
    people,
    levels,
    told,
    secret: Buffer.from('secret'),
    add(id, { email, ...given } = {}) {
      const person: Person = {
        id: userId(id),
        nickname: `K${id}`,
        status: 'active',
        house: false,
        ...given,
      };
      people.set(String(id), person);
      if (email !== undefined) people.set(email, person);
      return person.id;
    },
    find: async (_db, typed) => people.get(typed),
    users: async (_db, ids) => ids.flatMap((id) => people.get(String(id)) ?? []),
    confirm: async (_tx, _user, { payPassword }) => {
      if (payPassword !== 'pay-secret') refuse('login_failed');
    },
    levelOf: async (_db, user) => levels.get(user) ?? 1,
    messages: { tellAll: async (_tx, notices) => void told.push(...notices) },
  };
}
