// From a bare clone to the count of the tests, on any Node from 20 on: install, then continue on the pinned Node.
import './compile-cache.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, install, root, serverNode } from './install.mjs';

checkNode();
await install();
const { status } = spawnSync(serverNode(), [join(root, 'scripts/test.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
