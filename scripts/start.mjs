// From a bare clone to a running server, on any Node from 20 on: install, build, then hand over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { checkNode, install, root, serverNode } from './install.mjs';
import { refuse } from './say.mjs';
import { superviseSigner } from './signer.mjs';

checkNode();
const passedOn = process.argv.slice(2).filter((argument) => argument !== '--reset');
await orRefuse(install);
await orRefuse(build);
const node = serverNode();
if (process.argv.includes('--reset')) {
  const { status } = spawnSync(node, [join(root, 'scripts/reset.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const main = join(root, 'apps/server/main.ts');
const endSigner = await superviseSigner(node, passedOn);
if (!existsSync(main)) refuse('apps/server/main.ts is missing: the clone is incomplete, fetch it again.');
run(node, [main, ...passedOn]);

async function orRefuse(step) {
  try {
    await step();
  } catch (error) {
    if (/ENOSPC|EDQUOT/.test(String(error)))
      refuse(`the disk is full: free 2 GB for ${root}, then start again.`);
    if (/EACCES|EPERM|EROFS/.test(String(error)))
      refuse(`no permission in ${root}: start as the user who owns it.`);
    throw error;
  }
}

/**
 * Runs the server in a session of its own and forwards signals, so that one Ctrl-C reaches it exactly once, however
 * many processes the terminal, npm and we stand between. The channel tells the server when we are killed ('disconnect').
 */
function run(program, args) {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true });
  const REPEAT_MS = 500;
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - last < REPEAT_MS) return;
      last = now;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  child.on('error', (error) =>
    refuse(`Node did not start (${error.message}): remove node_modules and start again.`),
  );
  child.on('exit', (code, signal) => {
    endSigner();
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}
