// From a bare clone to a running server, on any Node from 20 on: install, build, then continue on the pinned Node.
import './compile-cache.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { handOver } from './hand-over.mjs';
import { checkNode, install, root, serverNode } from './install.mjs';
import { oneAtATime, refuseSecond } from './one-start.mjs';
import { refuse } from './say.mjs';
import { superviseSigner } from './signer.mjs';

checkNode();
refuseSecond(root);
const passedOn = process.argv.slice(2).filter((argument) => argument !== '--reset');
await orRefuse(() =>
  oneAtATime(root, async () => {
    await install();
    await build();
  }),
);
const node = serverNode();
if (process.argv.includes('--reset')) {
  const { status } = spawnSync(node, [join(root, 'scripts/reset.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const main = join(root, 'apps/server/main.ts');
const endSigner = await superviseSigner(node, passedOn);
if (!existsSync(main)) refuse('apps/server/main.ts is missing: the clone is incomplete, fetch it again.');
handOver(node, [main, ...passedOn], endSigner);

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
