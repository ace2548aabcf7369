import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '@karat/platform/age';
import { startEmbedded } from '@karat/platform/postgres';

/**
 * Tries deploy/Dockerfile without a container engine: runs the commands of its stage of packages on the committed files in a plain
 * directory that nobody can write, then starts, checks, backs up, audits and stops what the image starts, as its user.
 */
const root = join(import.meta.dirname, '..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const START_MS_MAX = 600_000;
const LOG_LINES_SHOWN = 20;
const POLL_MS = 500;

/** The lines of a Dockerfile, those that go on joined. */
const lines = text('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');

/** Arguments of the last instruction of a name. */
function last(name: string): string {
  const found = lines.findLast((line) => line.startsWith(`${name} `));
  if (found === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return found.slice(name.length + 1);
}

/** Commands that a stage runs. */
function commandsOf(stage: string): string[] {
  const begin = lines.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${stage}`));
  const rest = lines.slice(begin + 1);
  const end = rest.findIndex((line) => line.startsWith('FROM '));
  return rest.slice(0, end).flatMap((line) => (line.startsWith('RUN ') ? [line.slice(4)] : []));
}

/** The JSON array of an instruction. */
const argumentsIn = (instruction: string): string[] =>
  JSON.parse(instruction.slice(instruction.indexOf('['))) as string[];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Settings of the example, with secrets of their own. */
function exampleSettings(recipient: string): Record<string, string> {
  const rows = text('deploy/env.example')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    rows.map((line) => {
      const name = line.slice(0, line.indexOf('='));
      const value = line.slice(name.length + 1);
      if (name === 'KARAT_BACKUP_RECIPIENT') return [name, recipient];
      return [name, value === '...' ? randomBytes(32).toString('hex') : value];
    }),
  );
}

const owner = Number(last('USER').split(':')[0]);
/** Only root can become another user; anyone else runs it as themselves. */
const identity = process.getuid?.() === 0 ? { uid: owner, gid: owner } : {};
const node = join(root, 'node_modules/.bin/node');
const folder = mkdtempSync(join(tmpdir(), 'karat-image-'));
const [tree, data, backups] = ['karat', 'data', 'backups'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

function buildTree(): void {
  for (const app of ['apps/web', 'apps/console'])
    if (!existsSync(join(root, app, 'dist'))) throw new Error(`${app}/dist is missing: npm run build first`);
  mkdirSync(tree);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x'], { cwd: tree, input: archive });
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  for (const command of commandsOf('packages')) {
    say(command);
    execFileSync('sh', ['-c', command], { cwd: tree, env, stdio: 'inherit' });
  }
  for (const app of ['apps/web', 'apps/console'])
    cpSync(join(root, app, 'dist'), join(tree, app, 'dist'), { recursive: true });
  execFileSync('chmod', ['-R', 'a-w,a+rX', tree]);
  chmodSync(folder, 0o711);
  for (const each of [data, backups]) {
    mkdirSync(each);
    if (identity.uid !== undefined) chownSync(each, identity.uid, identity.gid);
  }
}

/** The address of the database over TCP: only its owner may enter the directory of its socket. */
function overTcp(address: string): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.searchParams.delete('host');
  return url.href;
}

type Settings = Readonly<Record<string, string>>;

/** Runs a command of the image to its end; throws for another exit code than 0. */
function run(command: readonly string[], env: Settings): string {
  const [, ...args] = command;
  return execFileSync(node, args, { cwd: tree, env: { ...env }, ...identity, encoding: 'utf8' });
}

async function untilHealthy(server: ChildProcess, env: Settings): Promise<void> {
  const check = argumentsIn(last('HEALTHCHECK'));
  const deadline = Date.now() + START_MS_MAX;
  while (server.exitCode === null) {
    try {
      run(check, env);
      return;
    } catch {
      if (Date.now() > deadline) throw new Error('the server did not become healthy');
      await pause(POLL_MS);
    }
  }
  throw new Error(`the server ended with ${server.exitCode}`);
}

async function tryOut(url: string): Promise<void> {
  const { recipient } = createKey();
  const env: Settings = {
    ...exampleSettings(recipient),
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: url,
    KARAT_DATA: data,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
  const [, ...args] = argumentsIn(last('CMD'));
  const server = spawn(node, args, { cwd: tree, env: { ...env }, ...identity, stdio: 'pipe' });
  const log: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void log.push(chunk));
  try {
    await untilHealthy(server, env);
    say('healthy');
    run(['node', 'apps/server/backup.ts', join(backups, 'karat.age')], env);
    say('backed up');
    run(['node', 'apps/server/audit.ts'], env);
    run(['node', 'apps/server/audit.ts', '--log'], env);
    say('audited');
  } catch (failure) {
    say(log.join('').trim().split('\n').slice(-LOG_LINES_SHOWN).join('\n'));
    throw failure;
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  }
  if (server.exitCode !== 0) throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`);
  say('stopped');
}

try {
  buildTree();
  const port = await freePort();
  const database = await startEmbedded({ dataDir: join(folder, 'database'), durable: true, port });
  try {
    await tryOut(overTcp(database.url));
  } finally {
    await database.stop();
  }
  say('OK');
} finally {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}
