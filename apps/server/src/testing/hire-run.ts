import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { OPERATOR_ROLES } from '@karat/contract';
import { addOperator } from '@karat/domains/operators';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createPasswords } from '@karat/platform/crypto';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { onDatabase } from '../command.ts';

const passwords = createPasswords();

/** Creates an operator with a role, as `npm run operator -- add` does; undefined for an unknown role. */
async function hired(ctx: Context, asked: string) {
  const role = OPERATOR_ROLES.find((each) => each === asked);
  if (role === undefined) return undefined;
  const login = `${role}-${randomBytes(4).toString('hex')}`;
  const made = await addOperator(ctx, passwords, { login, role, name: `Test ${role}` });
  return made && { login, role, password: made.password, totp_secret: made.totpSecret };
}

/** Answers `POST /<role>` with the login of a new operator, on this machine only. */
const office = (ctx: Context): Server =>
  createServer((request, response) => {
    void hired(ctx, request.url?.slice(1) ?? '').then(
      (login) => response.writeHead(login ? 200 : 404).end(JSON.stringify(login ?? null)),
      (failure: unknown) => response.writeHead(500).end(String(failure)),
    );
  });

/**
 * Creates operators in the database of a running server as tests ask for them, so that each test has one-time codes of its
 * own. Prints its port and ends when its input ends, with the process that started it.
 */
await onDatabase(async (db) => {
  const bus = createBus(() => undefined);
  const server = office({ db, bus, clock: systemClock, random: systemRandom, log: silentLog, demo: false });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  await once(process.stdin.resume(), 'end');
  server.closeAllConnections();
  server.close();
  return 0;
});
