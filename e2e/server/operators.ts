import process from 'node:process';
import { Secret, TOTP } from 'otpauth';
import { call } from './api.ts';

/** A demo operator as the login page of the console offers them. */
export interface Operator {
  readonly login: string;
  readonly role: string;
  readonly password: string;
  readonly totp_secret: string;
}

const STEP_MS = 30_000;
/** A code is typed, sent and checked within this time. */
const SLACK_MS = 8_000;

/** The demo operator with this role. */
export async function operator(role: string): Promise<Operator> {
  const all = await call<readonly Operator[]>('console/demo_logins', {}, { method: 'GET' });
  const found = all.find((one) => one.role === role);
  if (!found) throw new Error(`no demo operator has the role ${role}`);
  return found;
}

/** The session that was opened for the operator with this role before the tests began. */
export function sessionOf(role: string): string {
  const sessions = JSON.parse(process.env['KARAT_E2E_OPERATORS'] ?? '{}') as Readonly<Record<string, string>>;
  const token = sessions[role];
  if (token === undefined) throw new Error(`no operator with the role ${role} is logged in`);
  return token;
}

/**
 * One-time codes of an operator, none of them twice: the server takes the step before the present one, the present and the
 * next, each only once and in order. Answers undefined when those are used up; time brings more.
 */
export class OneTimeCodes {
  readonly #totp: TOTP;
  #last = 0;
  constructor({ totp_secret }: Operator) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(totp_secret) });
  }
  next(now = Date.now()): string | undefined {
    const present = Math.floor(now / STEP_MS);
    // The step before is only offered while it will still be taken when it arrives.
    const safe = (now % STEP_MS) + SLACK_MS < STEP_MS ? present - 1 : present;
    const step = Math.max(safe, this.#last + 1);
    if (step > present + 1) return undefined;
    this.#last = step;
    return this.#totp.generate({ timestamp: step * STEP_MS });
  }
}
