import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs mutation tests target by target, `npm run mutants -- packages/money domains/spot/rules.ts`; answers 1 below 90 %. */
const TARGETS = [
  'packages/money',
  'packages/i18n',
  'packages/orderbook',
  'packages/evidence',
  'packages/contract',
  'packages/rules',
  'rules',
  'apps/web',
];

const targets = process.argv.length > 2 ? process.argv.slice(2) : TARGETS;
let failed = false;
for (const target of targets) {
  console.log(`mutants of ${target}`);
  const child = spawn(
    process.execPath,
    ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'scripts/stryker.config.mjs'],
    { stdio: 'inherit', env: { ...process.env, MUTANTS_TARGET: target } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  failed ||= code !== 0;
}
process.exitCode = failed ? 1 : 0;
