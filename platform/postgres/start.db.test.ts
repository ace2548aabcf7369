import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import pg from 'pg';
import { systemClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { startEmbedded, stopLeftOver, superviseEmbedded, StartRefused } from './index.ts';
import type { Embedded, Supervised } from './index.ts';
import { beginningOf, processesIn } from './processes.ts';

/** A directory with a durable cluster that every test copies, as creating one takes two seconds. */
let prepared: string;
let directory: string;
let running: Embedded[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  prepared = emptyDirectory();
  await startEmbedded({ dataDir: prepared, durable: true }).then((database) => database.stop());
});

afterAll(() => rmSync(prepared, { recursive: true, force: true }));

beforeEach(() => {
  directory = emptyDirectory();
  // With owners and permissions, which the copying of Node leaves out.
  for (const part of ['cluster', 'password'])
    execFileSync('cp', ['-a', join(prepared, part), join(directory, part)]);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(running.map((database) => database.stop()));
  await stopLeftOver(directory);
  rmSync(directory, { recursive: true, force: true });
  running = [];
  children = [];
});

function emptyDirectory(): string {
  const made = mkdtempSync(join(tmpdir(), 'karat-start-'));
  chmodSync(made, 0o711);
  return made;
}

/** Takes the copied cluster away: the next start creates one. */
function startFresh(): void {
  for (const part of ['cluster', 'password']) rmSync(join(directory, part), { recursive: true });
}

async function begin(durable = true): Promise<Embedded> {
  const database = await startEmbedded({ dataDir: directory, durable });
  running.push(database);
  return database;
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

/** A separate process that starts the database and then only waits. */
async function beginElsewhere(environment: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const program = `import { startEmbedded } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(directory)}, durable: true });
    console.log(url); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('exit', () => reject(new Error('it ended instead of starting')));
  });
  return { child, url: line };
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('a fresh directory becomes a durable PostgreSQL 18 with UTF-8', async () => {
  startFresh();
  const { url } = await begin();
  expect(await ask(url, 'show server_version')).toMatch(/^18\./);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    expect(await ask(url, `show ${setting}`), setting).toBe('on');
  }
  expect(await ask(url, 'show server_encoding')).toBe('UTF8');
  expect(await ask(url, `select upper('über café')`)).toBe('ÜBER CAFÉ');
});

test('data survives a stop and a start', async () => {
  const first = await begin();
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const restart = await begin();
  expect(await ask(restart.url, 'select answer from kept')).toBe(42);
});

test('a second stop has no effect, and no process or lock is left', async () => {
  const database = await begin();
  const pid = postmaster();
  await Promise.all([database.stop(), database.stop()]);
  expect(beginningOf(pid)).toBeUndefined();
  expect(existsSync(join(directory, 'server.lock'))).toBe(false);
});

test.each([
  ['tied to its parent by setpriv', process.env['PATH'] ?? ''],
  ['left over without setpriv', '/nonexistent'],
])('after its parent was killed, a database %s is stopped and its commits survive', async (_, PATH) => {
  const { child, url } = await beginElsewhere({ PATH });
  await ask(url, 'create table kept as select 7 as answer');
  const orphan = postmaster();
  await killed(child);
  const restart = await begin();
  expect(beginningOf(orphan)).toBeUndefined();
  expect(postmaster()).not.toBe(orphan);
  expect(await ask(restart.url, 'select answer from kept')).toBe(7);
});

test('a transaction of the killed server cannot commit after the new one has started', async () => {
  const { child, url } = await beginElsewhere({ PATH: '/nonexistent' });
  await ask(url, 'create table late (value int)');
  const old = new pg.Client({ connectionString: url });
  const ended = new Promise((resolve) => old.on('error', resolve));
  await old.connect();
  await old.query('begin; insert into late values (1)');
  await killed(child);
  const restart = await begin();
  await ended;
  await expect(old.query('commit')).rejects.toThrow();
  expect(await ask(restart.url, 'select count(*)::int from late')).toBe(0);
});

test('a pid file whose number another process has now is no obstacle', async () => {
  const first = await begin();
  const text = readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8');
  await first.stop();
  const stale = join(directory, 'cluster/postmaster.pid');
  writeFileSync(stale, text.replace(/^\d+/, String(process.pid)));
  const restart = await begin();
  expect(await ask(restart.url, 'select 1')).toBe(1);
  expect(postmaster()).not.toBe(process.pid);
});

test('a lock whose holder has ended, or whose number another process has now, is no obstacle', async () => {
  for (const stale of ['999999999 long ago\n', `${process.pid} another beginning\n`, '']) {
    writeFileSync(join(directory, 'server.lock'), stale);
    const database = await begin(false);
    await database.stop();
  }
});

test('a second server on the same directory is refused in one line that names the remedy', async () => {
  const { url } = await begin();
  const refusal = await startEmbedded({ dataDir: directory, durable: true }).catch(
    (reason: unknown) => reason,
  );
  expect(refusal).toBeInstanceOf(StartRefused);
  expect(String(refusal)).toContain(`process ${process.pid}`);
  expect(String(refusal)).toContain('stop it first');
  await expect(stopLeftOver(directory)).rejects.toThrow(StartRefused);
  expect(await ask(url, 'select 1')).toBe(1);
});

test('of two processes that start concurrently, one runs and the other is refused', async () => {
  startFresh();
  const outcomes = await Promise.allSettled([begin(false), begin(false)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('nobody connects without the password, and nobody else reaches the socket', async () => {
  startFresh();
  const { url } = await begin(false);
  const wrong = url.replace(/:[^:@]+@/, ':guess@');
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(directory, 'run')).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'cluster')).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
});

test('a directory that no other user may enter works for root and for its owner', async () => {
  startFresh();
  chmodSync(directory, 0o700);
  const first = await begin();
  await ask(first.url, 'create table kept as select 1 as answer');
  await first.stop();
  const restart = await begin();
  expect(await ask(restart.url, 'select answer from kept')).toBe(1);
});

test('a path too long for a socket address still gets one', async () => {
  const dataDir = join(directory, 'a'.repeat(60), 'b'.repeat(60));
  const database = await startEmbedded({ dataDir, durable: false });
  running.push(database);
  expect(await ask(database.url, 'select 1')).toBe(1);
});

test('a taken port is refused in one line, and the directory is unlocked again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startEmbedded({ dataDir: directory, durable: false, port })).rejects.toThrow(
    /port .* is taken/,
  );
  other.close();
  const database = await startEmbedded({ dataDir: directory, durable: false, port });
  running.push(database);
  expect(await ask(database.url.replace(/\?.*/, ''), 'select 1')).toBe(1);
});

test('a cluster of another PostgreSQL version is refused by name', async () => {
  const first = await begin(false);
  await first.stop();
  writeFileSync(join(directory, 'cluster/PG_VERSION'), '17\n');
  await expect(begin(false)).rejects.toThrow(/made by PostgreSQL 17/);
});

/** A supervised database with its log lines. */
async function beginSupervised(dataDir = directory): Promise<{
  database: Supervised;
  logLine: (text: string) => Promise<string>;
}> {
  const waiting = new Map<string, (line: string) => void>();
  const warn = (_fields: object, line: string): void => {
    for (const [text, resolve] of waiting) if (line.includes(text)) resolve(line);
  };
  const watch = { clock: systemClock, log: { ...silentLog, warn } };
  const database = await superviseEmbedded({ dataDir, durable: true }, watch);
  running.push(database);
  return { database, logLine: (text) => new Promise((resolve) => waiting.set(text, resolve)) };
}

test.each([
  ['beside the data', ''],
  ['elsewhere, as its path is long', join('a'.repeat(60), 'b'.repeat(60))],
])('a killed postmaster is restarted at the same address with its data, its socket %s', async (_, under) => {
  const dataDir = join(directory, under);
  const cluster = join(dataDir, 'cluster');
  const { database, logLine } = await beginSupervised(dataDir);
  await ask(database.url, 'create table kept as select 42 as answer');
  const children = processesIn(cluster, undefined);
  const restart = logLine('runs again');
  process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await restart;
  expect(await ask(database.url, 'select answer from kept')).toBe(42);
  expect(children.filter((pid) => beginningOf(pid) !== undefined)).toEqual([]);
  await database.stop();
  expect(processesIn(cluster, undefined)).toEqual([]);
});

test('during a restart the directory is refused to others', async () => {
  const { logLine } = await beginSupervised();
  const away = logLine('try 1 of');
  process.kill(postmaster(), 'SIGKILL');
  expect(await away).toContain('killed by SIGKILL');
  await expect(startEmbedded({ dataDir: directory, durable: true })).rejects.toThrow(/is using/);
});

test('stopping during a restart leaves neither process nor lock', async () => {
  for (const moment of ['try 1 of', 'runs again']) {
    const { database, logLine } = await beginSupervised();
    const reached = logLine(moment);
    process.kill(postmaster(), 'SIGKILL');
    await reached;
    await database.stop();
    expect(processesIn(join(directory, 'cluster'), undefined)).toEqual([]);
    expect(existsSync(join(directory, 'server.lock'))).toBe(false);
  }
});

test('an aborted start leaves no process', async () => {
  const { database } = await beginSupervised();
  const log = join(directory, 'postgres.log');
  const before = readFileSync(log, 'utf8').length;
  process.kill(postmaster(), 'SIGKILL');
  await vi.waitFor(() => expect(readFileSync(log, 'utf8').slice(before)).toContain('starting PostgreSQL'), {
    timeout: 20_000,
    interval: 1,
  });
  await database.stop();
  expect(processesIn(join(directory, 'cluster'), undefined)).toEqual([]);
});

test('a directory that another server has taken meanwhile is left alone', async () => {
  const { database } = await beginSupervised();
  const other = `1 another beginning\n`;
  writeFileSync(join(directory, 'server.lock'), other);
  process.kill(postmaster(), 'SIGKILL');
  expect(String(await database.lost)).toContain('another server has taken it');
  await database.stop();
  expect(readFileSync(join(directory, 'server.lock'), 'utf8')).toBe(other);
});

test('a cluster of the embedded server runs on the one compiled for speed and back', async () => {
  const rows = async (database: Embedded, statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows: found } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    await database.stop();
    return found;
  };
  await rows(await begin(), 'create table kept as select 7 as value');
  vi.stubEnv('KARAT_POSTGRES', 'fast');
  try {
    // A machine without its libraries starts the embedded server here.
    await rows(await begin(), 'update kept set value = value + 1');
    expect(await rows(await begin(), "select current_setting('fsync') as fsync, value from kept")).toEqual([
      { fsync: 'on', value: 8 },
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await rows(await begin(), 'select value from kept')).toEqual([{ value: 8 }]);
});
