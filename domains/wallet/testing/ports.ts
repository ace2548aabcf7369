import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { BTC, USDT } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createOutflow } from '@karat/domains/outflow';
import { createPayees } from '@karat/domains/payees';
import { price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Person, PricePort, SendingPorts } from '../deps.ts';

export interface TestPeople {
  readonly people: Map<string, Person>;
  readonly levels: Map<UserId, 0 | 1 | 2>;
  readonly told: Notification[];
  add(id: number, given?: Partial<Person> & { readonly email?: string }): UserId;
}

/** Users by UID or email, with levels set by hand. */
export function testPeople(): TestPeople {
  const people = new Map<string, Person>();
  return {
    people,
    levels: new Map(),
    told: [],
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
  };
}

/** The real gate and address book, with test users; the pay password is `pay-secret`. */
export function testPorts(
  ctx: Context,
  ledger: Ledger,
  prices: PricePort,
  { people, levels, told }: TestPeople,
): SendingPorts {
  const credentials = {
    confirm: async (_tx: unknown, _user: UserId, { payPassword }: { payPassword: string }) => {
      if (payPassword !== 'pay-secret') refuse('login_failed');
    },
    holdUntil: async () => undefined,
    keyHoldUntil: () => undefined,
  };
  const find = async (_db: unknown, typed: string) => people.get(typed);
  const payees = createPayees({
    ctx,
    ledger,
    credentials,
    secret: Buffer.alloc(32, 1),
    networks: [],
    findUser: find,
  });
  const gate = createOutflow({
    ctx,
    ledger,
    credentials,
    payees,
    messages: { notify: async () => undefined },
    levelOf: async (_db, user) => levels.get(user) ?? 1,
    isFrozen: async () => false,
    price: async (_db, { id }) => (id === USDT ? price('1') : prices.inUsdt(id)),
    btc: BTC,
  });
  return {
    gate,
    payees,
    find,
    users: async (_db, ids) => ids.flatMap((id) => people.get(String(id)) ?? []),
    messages: { notifyAll: async (_tx, notices) => void told.push(...notices) },
  };
}
