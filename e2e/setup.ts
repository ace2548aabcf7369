import process from 'node:process';
import { call } from './server/api.ts';
import { OneTimeCodes, operator } from './server/operators.ts';

/** Logs support in once for all workers, as its one-time codes are few: the tests read codes in the development outbox. */
export default async function logSupportIn(): Promise<void> {
  const support = await operator('support');
  const { login, password } = support;
  const codes = new OneTimeCodes(support);
  // The present code may have been used by an earlier run against the same server.
  for (let totp = codes.next(); totp !== undefined; totp = codes.next()) {
    const token = await call<string>('console/login', { login, password, totp }).catch(() => undefined);
    if (token === undefined) continue;
    process.env['KARAT_E2E_SUPPORT'] = token;
    return;
  }
  throw new Error('support cannot log in: its one-time codes of this half minute are used up');
}
