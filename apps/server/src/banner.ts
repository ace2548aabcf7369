import type { Config } from './config.ts';
import type { DemoLogins } from './seed.ts';
import type { Server } from './server.ts';

const MS_PER_S = 1_000;

/**
 * Prints the addresses of the apps and, in a demonstration, the logins; a process without the role `api` has only
 * probes.
 */
export function printBanner(server: Server, config: Config, took: number): void {
  process.stdout.write(`${bannerOf(server, config, took).join('\n')}\n`);
}

export function bannerOf(
  server: Pick<Server, 'url' | 'logins'>,
  config: Pick<Config, 'demo' | 'roles'>,
  took: number,
): string[] {
  const url = server.url.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost');
  const time = `${(took / MS_PER_S).toFixed(1)} s`;
  if (!config.roles.has('api')) {
    const roles = [...config.roles].join(', ');
    return ['', `  Karat is running with the roles ${roles} (${time})`, `  Probes    ${url}/readyz`, ''];
  }
  return [
    '',
    `  Karat is running (${time})`,
    '',
    `  App       ${url}/`,
    `  Console   ${url}/console/`,
    `  API       ${url}/docs`,
    '',
    ...(config.demo ? demoLines(server.logins) : []),
    '  Ctrl-C stops it; the data stays.',
    '',
  ];
}

function demoLines({ users, operators, payPasswords }: DemoLogins): string[] {
  const row = (login: string, password: string, what: string): string =>
    `    ${login.padEnd(30)}${password.padEnd(18)}${what}`;
  return [
    '  A demonstration with demo money and simulated prices. Logins:',
    ...users.map(({ login, password, userId }) => {
      const pay = payPasswords.get(userId);
      return row(login, password, `user ${userId}${pay === undefined ? '' : `, pay password ${pay}`}`);
    }),
    ...operators.map(({ login, password, role }) => row(login, password, `operator, ${role}`)),
    '  The console shows the one-time codes of its operators.',
    '',
  ];
}
