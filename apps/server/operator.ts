import { OPERATOR_ROLES } from '@karat/contract';
import { dismissOperator, addOperator, renewOperator, staff } from '@karat/domains/operators';
import type { NewLogin } from '@karat/domains/operators';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createPasswords } from '@karat/platform/crypto';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { onDatabase } from './src/command.ts';

const USAGE = `usage: npm run operator -- list
       npm run operator -- add <login> <${OPERATOR_ROLES.join('|')}> <name>
       npm run operator -- renew <login>     a new password and secret, without its passkeys
       npm run operator -- disable <login>   for good
A login is 2 to 32 small letters, digits, dots and dashes. The database is that of the server, running or not.`;
const LOGIN = /^[a-z0-9][a-z0-9.-]{1,31}$/;
const NAME_MAX = 64;
const EXIT = { done: 0, refused: 1 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const refuse = (text: string): number => {
  process.stderr.write(`karat: ${text}\n`);
  return EXIT.refused;
};

function printLogin({ password, totpSecret, uri }: NewLogin): number {
  say(`password  ${password}\nsecret    ${totpSecret}\napp       ${uri}\nThis is shown once.`);
  return EXIT.done;
}

const passwords = createPasswords();

async function list(ctx: Context): Promise<number> {
  for (const { login, name, role, disabled } of await staff(ctx))
    say(`${login.padEnd(32)} ${role.padEnd(8)} ${disabled ? 'disabled ' : ''}${name}`);
  return EXIT.done;
}

async function add(ctx: Context, login: string, asked: string, name: string): Promise<number> {
  const role = OPERATOR_ROLES.find((each) => each === asked);
  if (role === undefined || name === '' || name.length > NAME_MAX) return refuse(USAGE);
  const made = await addOperator(ctx, passwords, { login, name, role });
  return made ? printLogin(made) : refuse(`${login} is taken.`);
}

async function run(
  ctx: Context,
  [verb, login = '', role = '', ...words]: readonly string[],
): Promise<number> {
  if (verb === 'list') return list(ctx);
  if (!LOGIN.test(login)) return refuse(USAGE);
  if (verb === 'add') return add(ctx, login, role, words.join(' ').trim());
  if (verb === 'renew') {
    const made = await renewOperator(ctx, passwords, login);
    return made ? printLogin(made) : refuse(`nobody active is called ${login}.`);
  }
  if (verb !== 'disable') return refuse(USAGE);
  if (!(await dismissOperator(ctx, login))) return refuse(`nobody active is called ${login}.`);
  say(`${login} cannot log in any more.`);
  return EXIT.done;
}

/** Manages operators of the console: exit code 0 on success, 1 for a refusal, 2 if the database cannot be used. */
await onDatabase((db) => {
  const bus = createBus(() => undefined);
  const ctx = { db, bus, clock: systemClock, random: systemRandom, log: silentLog, demo: false };
  return run(ctx, process.argv.slice(2));
});
