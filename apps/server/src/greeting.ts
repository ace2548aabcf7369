import type { Config } from './config.ts';
import type { DemoLogins } from './seed.ts';
import type { Server } from './server.ts';

const MS_PER_S = 1_000;

/** Says where the apps are and, in a demonstration, how to log in. */
export function greet(server: Server, config: Config, took: number): void {
  const url = server.url.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost');
  const lines = [
    '',
    `  Karat is running (${(took / MS_PER_S).toFixed(1)} s)`,
    '',
    `  App       ${url}/`,
    `  Console   ${url}/console/`,
    `  API       ${url}/docs`,
    '',
    ...(config.demo ? demoLines(server.logins) : []),
    '  Ctrl-C stops it; the data stays.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function demoLines({ users, operators, payPassword }: DemoLogins): string[] {
  const row = (login: string, password: string, what: string): string =>
    `    ${login.padEnd(30)}${password.padEnd(18)}${what}`;
  return [
    '  A demonstration with demo money and simulated prices. Logins:',
    ...users.map(({ login, password, userId }, at) =>
      row(
        login,
        password,
        `user ${userId}${at === 0 && payPassword !== undefined ? `, pay password ${payPassword}` : ''}`,
      ),
    ),
    ...operators.map(({ login, password, role }) => row(login, password, `operator, ${role}`)),
    '  The console shows the one-time codes of its operators.',
    '',
  ];
}
