import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** For developers: the server, restarted at each change, and a Vite server per app, with hot reload and a proxy for calls. */
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

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM');
};

// The terminal sends Ctrl-C to all of them, and the server stops in order; SIGTERM reaches this process only.
process.on('SIGINT', () => {});
process.on('SIGTERM', stopAll);
// When one ends, such as vite on a taken port, the others are stopped.
for (const child of children) child.on('exit', stopAll);
