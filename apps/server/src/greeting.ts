import { demoOperators } from '@karat/domains/operators';
import type { Config } from './config.ts';
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
    ...(config.demo ? demoLines() : []),
    '  Ctrl-C stops it; the data stays.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function demoLines(): string[] {
  const row = (login: string, password: string, what: string): string =>
    `    ${login.padEnd(28)}${password.padEnd(18)}${what}`;
  return [
    '  Demonstration with demo money and simulated prices. Operators (the console shows their one-time codes):',
    ...demoOperators.map(({ login, password, role }) => row(login, password, role)),
    '',
  ];
}
