import process from 'node:process';
import { Secret, TOTP } from 'otpauth';
import { call } from './api.ts';

/** Login data of an operator of the console. */
export interface Operator {
  readonly login: string;
  readonly role: string;
  readonly password: string;
  readonly totp_secret: string;
}

const STEP_MS = 30_000;
/** Time to type, send and check a code. */
const SLACK_MS = 15_000;

/**
 * Creates an operator with this role. A one-time code counts once: a test that shares no operator waits for none, as
 * long as it needs no more than two after the login.
 */
export async function newOperator(role: string): Promise<Operator> {
  const response = await fetch(`http://127.0.0.1:${process.env['KARAT_E2E_HIRE'] ?? ''}/${role}`, {
    method: 'POST',
  });
  if (!response.ok) throw new Error(`no operator with the role ${role}: ${await response.text()}`);
  return (await response.json()) as Operator;
}

/** Logs an operator in and returns the session's token. */
export const operatorSession = ({ login, password }: Operator, codes: OneTimeCodes): Promise<string> =>
  call<string>('console/login', { login, password, totp: codes.next() ?? '' });

/** Returns the session that was opened for the operator of this role before the tests, for reads. */
export function sessionOf(role: string): string {
  const sessions = JSON.parse(process.env['KARAT_E2E_OPERATORS'] ?? '{}') as Readonly<Record<string, string>>;
  const token = sessions[role];
  if (token === undefined) throw new Error(`no operator with the role ${role} is logged in`);
  return token;
}

/**
 * One-time codes of an operator, each used once: the server accepts the previous, the current and the next step, each
 * once and in order. Returns undefined when they are used up until time passes.
 */
export class OneTimeCodes {
  readonly #totp: TOTP;
  #last = 0;
  constructor({ totp_secret }: Operator) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(totp_secret) });
  }
  next(now = Date.now()): string | undefined {
    const present = Math.floor(now / STEP_MS);
    // The previous step is only offered while it is still accepted on arrival.
    const safe = (now % STEP_MS) + SLACK_MS < STEP_MS ? present - 1 : present;
    const step = Math.max(safe, this.#last + 1);
    if (step > present + 1) return undefined;
    this.#last = step;
    return this.#totp.generate({ timestamp: step * STEP_MS });
  }
}
