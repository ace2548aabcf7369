import { createHmac } from 'node:crypto';
import { OPERATOR_ROLES, rightOf } from '@karat/contract';
import type { Call } from '@karat/contract';
import type { Chance } from './chance.ts';

/** A caller. */
export interface Actor {
  readonly name: string;
  /** Whether it may make the call; forbidden calls are tried rarely. */
  readonly may: (call: Call) => boolean;
  /** Headers that authenticate it. */
  readonly headers: (request: Signed) => Readonly<Record<string, string>>;
  /** Session token; undefined for visitors and programs. */
  token(): string | undefined;
  /** Fields that authenticate an operator. */
  proof(): Promise<Readonly<Record<string, string>>>;
  /** Logs in again after the session ended. */
  renew(): Promise<void>;
}

interface Signed {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly key: string | undefined;
}

/** Sends a request without checks; returns the payload, or undefined if it was refused. */
export type Plain = (
  path: string,
  form?: Readonly<Record<string, string>>,
  token?: string,
) => Promise<unknown>;

const PAY_PASSWORD = '274951';
const nothing = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({});

const visitor: Actor = {
  name: 'visitor',
  may: ({ who }) => who === 'visitor',
  headers: () => ({}),
  token: () => undefined,
  proof: nothing,
  renew: () => Promise.resolve(),
};

async function user(plain: Plain, name: string): Promise<Actor> {
  let token = '';
  const renew = async (): Promise<void> => {
    const form = { user_string: `${name}@demo.karat.example`, password: `karat-${name}` };
    const found = await plain('user/login', form);
    if (typeof found === 'string') token = found;
  };
  await renew();
  return {
    name,
    may: ({ who }) => typeof who !== 'object',
    headers: () => ({ authorization: token }),
    token: () => token,
    proof: nothing,
    renew,
  };
}

interface DemoLogin {
  readonly role: string;
  readonly login: string;
  readonly password: string;
  readonly totp: string;
}

async function operator(plain: Plain, role: (typeof OPERATOR_ROLES)[number]): Promise<Actor> {
  let token = '';
  const proof = async (): Promise<Readonly<Record<string, string>>> => {
    const logins = ((await plain('console/demo_logins')) ?? []) as readonly DemoLogin[];
    const found = logins.find((each) => each.role === role);
    return found ? { login: found.login, password: found.password, totp: found.totp } : {};
  };
  const renew = async (): Promise<void> => {
    const found = await plain('console/login', await proof());
    if (typeof found === 'string') token = found;
  };
  await renew();
  return {
    name: role,
    may: ({ who }) => typeof who === 'object' && who.operator.includes(role),
    headers: () => ({ authorization: token }),
    token: () => token,
    proof,
    renew,
  };
}

/** A program with a user's API key; undefined if none could be created. */
async function program(plain: Plain, owner: Actor, trade: boolean): Promise<Actor | undefined> {
  const form = {
    label: `fuzz ${trade ? 'trade' : 'read'}`,
    trade: trade ? '1' : '0',
    withdraw: '0',
    pay_password: PAY_PASSWORD,
  };
  const made = (await plain('api_keys/create', form, owner.token())) as
    | { key: string; secret: string }
    | undefined;
  if (!made) return undefined;
  let nonce = 0;
  return {
    name: `key of ${owner.name} that may ${trade ? 'trade' : 'read'}`,
    may: (call) => rightOf(call) === 'read' || (trade && rightOf(call) === 'trade'),
    headers({ method, url, body, key }) {
      const moment = `${Date.now()}.n${(nonce += 1)}`;
      const text = [key === undefined ? moment : `${moment} ${key}`, method, url, body].join('\n');
      const [timestamp = '', once = ''] = moment.split('.');
      return {
        'x-karat-key': made.key,
        'x-karat-timestamp': timestamp,
        'x-karat-nonce': once,
        'x-karat-signature': createHmac('sha256', made.secret).update(text).digest('hex'),
      };
    },
    token: () => undefined,
    proof: nothing,
    renew: () => Promise.resolve(),
  };
}

/** All actors: a visitor, three users, an operator of each role, and programs. */
export async function openActors(plain: Plain): Promise<readonly [Actor, ...Actor[]]> {
  const users = [await user(plain, 'alice'), await user(plain, 'bruno'), await user(plain, 'chloe')];
  const operators = [];
  for (const role of OPERATOR_ROLES) operators.push(await operator(plain, role));
  const [owner, other] = users;
  const programs = [
    owner && (await program(plain, owner, true)),
    other && (await program(plain, other, false)),
  ];
  return [visitor, ...users, ...operators, ...programs.filter((each) => each !== undefined)];
}

/** A random actor for a call: mostly one who may make it. */
export function actorFor(chance: Chance, actors: readonly [Actor, ...Actor[]], call: Call): Actor {
  const allowed = actors.filter((actor) => actor.may(call));
  return (chance.happens(0.9) ? chance.anyOf(allowed) : undefined) ?? chance.pick(actors);
}
