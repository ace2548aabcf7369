import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { OneTimeCodes, newOperator, operatorSession } from './server/operators.ts';

const root = resolve(import.meta.dirname, '..');
const ROLES = ['support', 'finance', 'risk', 'admin'];

/** Starts the program that creates operators in the server's database; it ends with this process. */
async function openHiring(): Promise<() => void> {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/testing/hire-run.ts')], {
    env: { ...process.env, KARAT_DATA: process.env['KARAT_E2E_DATA'], KARAT_MODE: 'demo' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  if (!Buffer.isBuffer(port)) throw new Error(`operators cannot be created: exit code ${String(port)}`);
  process.env['KARAT_E2E_HIRE'] = port.toString().trim();
  return () => child.stdin.end();
}

async function loggedIn(role: string): Promise<string> {
  const who = await newOperator(role);
  return operatorSession(who, new OneTimeCodes(who));
}

/** Prepares what all workers share: the hiring of operators, and a session of each role, such as for the development outbox. */
export default async function setUp(): Promise<() => void> {
  const close = await openHiring();
  const tokens = await Promise.all(ROLES.map(async (role) => [role, await loggedIn(role)] as const));
  const sessions = Object.fromEntries(tokens);
  process.env['KARAT_E2E_OPERATORS'] = JSON.stringify(sessions);
  process.env['KARAT_E2E_SUPPORT'] = sessions['support'] ?? '';
  return close;
}
