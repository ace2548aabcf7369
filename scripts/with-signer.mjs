// Runs the server with the signer as a separate process, after installation and build.
import './compile-cache.mjs';
import { join } from 'node:path';
import { handOver } from './hand-over.mjs';
import { root } from './install.mjs';
import { refuseSecond } from './one-start.mjs';
import { superviseSigner } from './signer.mjs';

refuseSecond(root);
const args = process.argv.slice(2);
const endSigner = await superviseSigner(process.execPath, args);
handOver(process.execPath, [join(root, 'apps/server/main.ts'), ...args], endSigner);
