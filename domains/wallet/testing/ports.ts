import { keyRing } from '@karat/platform/crypto';
import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { BTC, USDT } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createOutflow } from '@karat/domains/outflow';
import { createPayees } from '@karat/domains/payees';
import { price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { messagesInto } from '@karat/testkit';
import type { Person, PricePort, SendingPorts } from '../deps.ts';

export interface TestPeople {
  readonly people: Map<string, Person>;
  readonly levels: Map<UserId, 0 | 1 | 2>;
  readonly notifications: Notification[];
  add(id: number, proof?: Partial<Person> & { readonly email?: string }): UserId;
}

/** Users by UID or email, with levels set by hand. */
export function testPeople(): TestPeople {
  const people = new Map<string, Person>();
  return {
    people,
    levels: new Map(),
    notifications: [],
    add(id, { email, ...proof } = {}) {
      const owner: Person = {
        id: userId(id),
        nickname: `K${id}`,
        status: 'active',
        house: false,
        ...proof,
      };
      people.set(String(id), owner);
      if (email !== undefined) people.set(email, owner);
      return owner.id;
    },
  };
}

/** The real gate and address book, with test users; the pay password is `pay-secret`. */
export function testPorts(
  ctx: Context,
  ledger: Ledger,
  prices: PricePort,
  { people, levels, notifications }: TestPeople,
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
    keys: keyRing(Buffer.alloc(32, 1)),
    nicknameSecret: Buffer.alloc(32, 1),
    networks: [],
    findUser: find,
  });
  const gate = createOutflow({
    ctx,
    ledger,
    credentials,
    payees,
    messages: messagesInto<Notification>([]),
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
    messages: messagesInto(notifications),
  };
}
