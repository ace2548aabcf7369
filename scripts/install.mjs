// Runs on the machine's own Node, before anything is installed: plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, say } from './say.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** State of these scripts: removed together with node_modules. */
export const memory = join(root, 'node_modules/.karat');
const NODE_MIN = 20;
const NODE_RUN = 24;

/** Refuses a Node that is too old for the installation. */
export function checkNode() {
  if (major(process.version) >= NODE_MIN) return;
  refuse(
    `this is Node ${process.version}, Karat needs Node ${NODE_MIN} or newer: install one from https://nodejs.org.`,
  );
}

/** Installs exactly package-lock.json, unless it is installed already. */
export async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
  const stamp = join(memory, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!matches(JSON.parse(lock.toString()))) await clean();
  mkdirSync(memory, { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Returns the Node for the server: the pinned one if npm has it for this machine, else the present one if it is new
 * enough.
 */
export function serverNode() {
  const pinned = join(root, 'node_modules/.bin/node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (major(process.version) >= NODE_RUN) return process.execPath;
  return refuse(
    `there is no ready-made Node ${NODE_RUN} for ${process.platform}-${process.arch}: install Node ${NODE_RUN} from https://nodejs.org and start again.`,
  );
}

const major = (version) => Number(version.slice(1).split('.')[0]);

/** Returns true if an earlier `npm install` left exactly these versions: it is not repeated. */
function matches(lock) {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/') || link) return true;
    const found = there[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

async function clean() {
  say('installing, once: a minute or two');
  const env = { ...process.env, PATH: pathWithoutOurs() };
  // No dependency needs an install script, and newer npm blocks them anyway.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', args, { cwd: root, env, shell: process.platform === 'win32' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const code = await new Promise((done) => {
    child.on('error', (error) => done(error.code));
    child.on('close', done);
  });
  if (code === 'ENOENT') refuse('npm is not on the PATH: install Node with npm from https://nodejs.org.');
  if (code !== 0) refuse(installFailure(printed));
}

/** npm must not run on the Node that it replaces. */
function pathWithoutOurs() {
  const ours = resolve(root, 'node_modules');
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !resolve(part).startsWith(ours)).join(delimiter);
}

function installFailure(printed) {
  if (/ENOSPC|EDQUOT/.test(printed)) return `the disk is full: free 2 GB for ${root}, then start again.`;
  if (/EACCES|EPERM|EROFS/.test(printed))
    return `no permission to write ${root}: start as the user who owns it.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(printed)) {
    return 'npm cannot reach its registry: check the network connection or the proxy, then start again.';
  }
  const reason = printed.split('\n').find((line) => line.startsWith('npm error') && !/ code /.test(line));
  return `npm ci failed (${reason?.slice('npm error'.length).trim() ?? 'no reason given'}): run "npm ci" to see everything.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode();
  await install();
}
