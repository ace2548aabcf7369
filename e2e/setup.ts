import process from 'node:process';
import { call } from './server/api.ts';
import { OneTimeCodes, operator } from './server/operators.ts';

const ROLES = ['support', 'finance', 'risk', 'admin'];

async function loggedIn(role: string): Promise<string> {
  const who = await operator(role);
  const { login, password } = who;
  const codes = new OneTimeCodes(who);
  // The current code may have been used by an earlier run against the same server.
  for (let totp = codes.next(); totp !== undefined; totp = codes.next()) {
    const token = await call<string>('console/login', { login, password, totp }).catch(() => undefined);
    if (token !== undefined) return token;
  }
  throw new Error(`${role} cannot log in: its one-time codes of this half minute are used up`);
}

/**
 * Logs the operators in once for all workers, because their one-time codes are few: tests read codes from the
 * development outbox.
 */
export default async function logOperatorsIn(): Promise<void> {
  const tokens = await Promise.all(ROLES.map(async (role) => [role, await loggedIn(role)] as const));
  const sessions = Object.fromEntries(tokens);
  process.env['KARAT_E2E_OPERATORS'] = JSON.stringify(sessions);
  process.env['KARAT_E2E_SUPPORT'] = sessions['support'] ?? '';
}
