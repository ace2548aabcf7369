import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** For developers: the server, started again at each change, and a vite server for each app that passes calls on to it. */
const root = resolve(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '3000';
const env = { ...process.env, PORT: port, KARAT_SERVER: `http://127.0.0.1:${port}` };

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', 'apps/server/main.ts'], { cwd: root, env, stdio: 'inherit' }),
];
for (const [app, appPort] of [
  ['web', '5173'],
  ['console', '5174'],
] as const) {
  const cwd = join(root, 'apps', app);
  if (!existsSync(join(cwd, 'vite.config.ts'))) continue;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  children.push(
    spawn(process.execPath, [vite, '--port', appPort, '--strictPort'], { cwd, env, stdio: 'inherit' }),
  );
}

// The terminal sends Ctrl-C to all of them; when one ends, the others are stopped.
process.on('SIGINT', () => {});
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
