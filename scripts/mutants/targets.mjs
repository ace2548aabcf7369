import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The pure modules of the phone app: figures and rules without React, the DOM or the network. Relative to apps/web/src. */
const WEB_MODULES = {
  'features/assets': ['activity', 'amount-check', 'balances', 'bills', 'conversion'],
  'features/withdraw': ['amounts', 'durations'],
  'features/deposit': ['states'],
  'features/trade/ticket': ['form', 'order-request', 'problems', 'summary'],
  'features/trade/contracts': ['lots', 'ticket-form', 'ticket-problems'],
  'features/trade/options': ['form', 'line-geometry', 'own-options-store'],
  'features/trade/orders': ['own-orders-store'],
  'features/trade/book': ['book', 'depth-curve', 'ladder', 'trades'],
  'features/trade/chart': ['candles', 'dates', 'drawing-tools', 'numbers'],
  'features/trade': ['market'],
  'features/loans': ['estimate'],
  'features/launchpad': ['application'],
  'features/finance/earn': ['offer', 'subscription'],
  'features/invest': ['payoff'],
  'features/copytrade': ['follow-form', 'holding', 'trader-filter'],
  'features/games': ['round', 'stake'],
  'features/nft': ['bid', 'filters', 'live-sale', 'resell', 'sale'],
  'features/otc': ['offer'],
  'features/recurring': ['amount', 'schedule'],
  'features/market': ['coming-days', 'sorting', 'treemap'],
  'features/portfolio': ['months'],
  'features/proofs': ['days'],
  'features/support': ['hours', 'log'],
  'features/verification': ['rules'],
  'ui/account': ['rules'],
  lib: ['calendar', 'format', 'line', 'parse-decimal', 'region', 'shorten', 'worth'],
};

const webModules = Object.entries(WEB_MODULES).flatMap(([folder, names]) =>
  names.map((name) => `apps/web/src/${folder}/${name}.ts`),
);

/** Files that a target names: a file, a package, a folder of the phone app, or `rules` for all rules of domains. */
function filesOfOne(target) {
  if (target.endsWith('.ts')) return [target];
  if (target === 'rules') return globSync('domains/**/{rules,activity-rules,movement-rules}.ts').toSorted();
  if (target.startsWith('apps/web')) return webModules.filter((file) => file.startsWith(`${target}/`));
  return [`${target}/**/*.ts`];
}

/** Targets joined by commas share a run. */
export const filesOf = (target) => target.split(',').flatMap(filesOfOne);

/**
 * Unit tests left out: vectors are verified by processes of their own, which run no mutant; the lists of fields are asked of every
 * schema once, for seconds, and kept.
 */
const LEFT_OUT =
  /\.(?:db|api|component)\.test\.tsx?$|packages\/(?:evidence\/src\/vectors|contract\/src\/fields)\.test\.ts$/;

const unitTests = (pattern) =>
  globSync(`${pattern}.test.{ts,tsx}`).filter(
    (file) => !file.includes('node_modules') && !LEFT_OUT.test(file),
  );

/** Whether a test imports one of the files: others of the phone app need what only the bundler has. */
const tests = (files) => (test) => {
  const text = readFileSync(test, 'utf8');
  return files.some((file) => text.includes(`/${path.basename(file)}'`));
};

/** Unit tests that have to kill the mutants of a target: those of its folders. */
export const testsOf = (target) => [...new Set(target.split(',').flatMap(testsOfOne))];

function testsOfOne(target) {
  const files = filesOfOne(target);
  const isFolder = !target.endsWith('.ts') && target !== 'rules' && !target.startsWith('apps/web');
  const folders = isFolder ? [`${target}/**`] : [...new Set(files.map((file) => path.dirname(file)))];
  const found = folders
    .flatMap((folder) => unitTests(`${folder}/*`))
    .toSorted((one, other) => one.localeCompare(other));
  return target.startsWith('apps/web') ? found.filter(tests(files)) : found;
}
