import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { memory, root, serverNode } from './install.mjs';
import { precompress } from './precompress.mjs';
import { refuse, say } from './say.mjs';

const apps = ['web', 'console'];
const notSources = new Set(['node_modules', 'dist', 'coverage']);

/** Builds the apps whose sources changed since their last build; both at once. */
export async function build() {
  const stale = apps
    .filter((app) => existsSync(join(root, 'apps', app, 'vite.config.ts')))
    .map((app) => ({ app, now: fingerprint(app), stamp: join(memory, `built-${app}`) }))
    .filter(({ app, now, stamp }) => !isBuilt(app, now, stamp));
  if (stale.length === 0) return;
  say(`building ${stale.map(({ app }) => `apps/${app}`).join(' and ')}`);
  await Promise.all(
    stale.map(async ({ app, now, stamp }) => {
      await viteBuild(app);
      precompress(join(root, 'apps', app, 'dist'));
      mkdirSync(memory, { recursive: true });
      writeFileSync(stamp, now);
    }),
  );
}

function isBuilt(app, now, stamp) {
  const page = join(root, 'apps', app, 'dist/index.html');
  return existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
}

/** Hash of everything that a build reads: the app itself, the packages it imports, the versions of its dependencies. */
function fingerprint(app) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const directory of [`apps/${app}`, 'packages']) addFiles(hash, join(root, directory));
  return hash.digest('hex');
}

function addFiles(hash, directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !notSources.has(entry.name)) addFiles(hash, path);
    if (entry.isFile() && !entry.name.includes('.test.')) hash.update(`${path}\0`).update(readFileSync(path));
  }
}

async function viteBuild(app) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(serverNode(), [vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'apps', app) });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const code = await new Promise((done) => {
    child.on('error', done);
    child.on('close', done);
  });
  if (code === 0) return;
  if (/ENOSPC|EDQUOT/.test(printed)) refuse(`the disk is full: free 500 MB for ${root}, then start again.`);
  if (/EACCES|EPERM|EROFS/.test(printed))
    refuse(`no permission to write ${root}: start as the user who owns it.`);
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/error during build|Build failed/.test(line));
  const reason =
    lines.find((line) => /\[[A-Z_]+\]|could not|cannot/i.test(line)) ??
    lines.find((line) => /error/i.test(line)) ??
    lines[0] ??
    'no reason given';
  refuse(`building apps/${app} failed (${reason.trim()}): run "npm run build" after mending it.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
