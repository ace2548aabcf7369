import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
vi.setConfig({ testTimeout: 30_000 });
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'karat-lint-'));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Writes the files into an empty repository and lints it with this repository's own configuration. */
function lint(files: Readonly<Record<string, string>>): string {
  rmSync(house, { recursive: true, force: true });
  mkdirSync(house);
  for (const [path, text] of Object.entries({
    'tsconfig.json': '{"compilerOptions":{"strict":true}}',
    ...files,
  })) {
    mkdirSync(join(house, dirname(path)), { recursive: true });
    writeFileSync(join(house, path), `${text}\n`);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [oxlint, '--config', join(root, '.oxlintrc.json'), '--format', 'unix', '.'],
    {
      cwd: house,
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
    },
  );
  expect([0, 1], stderr).toContain(status);
  expect(status === 0).toBe(!stdout.includes('[Error'));
  return stdout;
}

const open = `export const opened = 1;`;

test('imports through public interfaces pass', () => {
  expect(
    lint({
      'packages/money/src/index.ts': `export { opened } from './amount.ts';`,
      'packages/money/src/amount.ts': open,
      'platform/db/index.ts': `import { opened } from '@karat/money';\nimport '@karat/platform/clock';\nexport const twice = opened;`,
      'domains/ledger/index.ts': `import '@karat/platform/db';\nimport '@karat/domains/identity';\nimport './post.ts';`,
      'domains/ledger/post.ts': open,
      'domains/ledger/post.db.test.ts': `import { createTestDatabase } from '@karat/testkit';\nexport const kept = createTestDatabase;`,
      'apps/web/src/features/spot/Ticket.tsx': `import '@karat/contract';\nimport '../../ui/Button.tsx';\nimport './rows.ts';`,
      'apps/server/main.ts': `import '@karat/domains/ledger';\nimport '@karat/platform/db';\nimport '@karat/simulation';`,
    }),
  ).not.toContain('karat(');
});

/** Files of a case get a name of their own, so that one run of the linter serves all cases. */
const inCase = (path: string, index: number): string => path.replace(/^(.*\/)([^/]*)$/, `$1case-${index}-$2`);

/** Places at which a rule reports a fault, as `path:line`, in order. */
const reported = (report: string, rule: string): string[] =>
  report
    .split('\n')
    .filter((line) => line.includes(rule))
    .map((line) => line.split(':').slice(0, 2).join(':').replace(/^\.\//, ''))
    .toSorted();

test('a planted import across a boundary is caught in every form', () => {
  const planted = [
    ['packages/money/src/index.ts', '@karat/platform/db', 'packages/money may not import platform/db'],
    ['packages/money/src/index.ts', '@karat/testkit', 'packages/money may not import packages/testkit'],
    ['platform/db/index.ts', '@karat/domains/ledger', 'platform/db may not import domains/ledger'],
    ['platform/db/index.ts', '../../domains/ledger/index.ts', 'platform/db may not import domains/ledger'],
    ['domains/spot/place.ts', '@karat/domains/ledger/store.ts', 'import domains/ledger at its door'],
    [
      'domains/spot/place.ts',
      '../ledger/store.ts',
      'import domains/ledger at its door: @karat/domains/ledger',
    ],
    ['domains/spot/place.ts', '../../apps/server/main.ts', 'domains/spot may not import apps/server'],
    ['domains/spot/place.ts', '@karat/testkit', 'domains/spot may not import packages/testkit'],
    ['apps/web/src/app/main.tsx', '@karat/domains/spot', 'apps/web may not import domains/spot'],
    ['apps/web/src/app/main.tsx', '../../../console/src/main.tsx', 'apps/web may not import apps/console'],
    [
      'apps/web/src/app/main.tsx',
      '@karat/evidence/testing',
      'import packages/evidence at its door: @karat/evidence',
    ],
    ['apps/console/src/main.tsx', '@karat/platform/db', 'apps/console may not import platform/db'],
    [
      'apps/web/src/features/spot/Ticket.tsx',
      '../market/rows.ts',
      'feature spot may not import feature market',
    ],
    ['domains/spot/place.ts', '../../../elsewhere.ts', 'the import leaves the repository'],
  ];
  const report = lint(
    Object.fromEntries(
      planted.map(([file = '', specifier], index) => [
        inCase(file, index),
        [
          `import ${JSON.stringify(specifier)};`,
          `export * from ${JSON.stringify(specifier)};`,
          `export const late = () => import(${JSON.stringify(specifier)});`,
          `export type T = import(${JSON.stringify(specifier)}).T;`,
        ].join('\n'),
      ]),
    ),
  );
  for (const [index, [file = '', , message]] of planted.entries())
    for (const line of [1, 2, 3, 4])
      expect(report).toMatch(
        new RegExp(`${inCase(file, index)}:${line}:\\d+: ${message}.*karat\\(boundaries\\)`),
      );
});

const IMPURE = [
  'Date.now()',
  'new Date()',
  'Date()',
  'Math.random()',
  'performance.now()',
  'setTimeout(() => 1, 5)',
  'globalThis.setTimeout',
  'parseFloat("1")',
  'Number.parseFloat("1")',
  '(1.005).toFixed(2)',
  'process.env',
  'fetch("http://localhost")',
];

test('clocks, chance, floats and input are caught in rules and in the arithmetic packages, and nowhere else', () => {
  const text = IMPURE.map((expression, index) => `export const value${index}: unknown = ${expression};`).join(
    '\n',
  );
  const report = lint({
    'domains/spot/rules.ts': text,
    'packages/money/src/amount.ts': text,
    'packages/orderbook/src/book.ts': text,
    'domains/spot/place.ts': text,
    'packages/money/src/amount.test.ts': text,
  });
  const lines = IMPURE.map((_, index) => index + 1);
  expect(reported(report, 'karat(pure)')).toEqual(
    ['domains/spot/rules.ts', 'packages/money/src/amount.ts', 'packages/orderbook/src/book.ts']
      .flatMap((file) => lines.map((line) => `${file}:${line}`))
      .toSorted(),
  );
});

test('rules may build dates from times, digest, and use names of their own', () => {
  expect(
    lint({
      'domains/spot/rules.ts': `import { createHash } from 'node:crypto';
export const day = (at: number): string => new Date(at).toISOString();
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
export const steps = { process: 1 };
export const first = steps.process;`,
    }),
  ).not.toContain('karat(');
  expect(lint({ 'domains/spot/rules.ts': `export { randomUUID } from 'node:crypto';` })).toContain(
    'karat(pure)',
  );
  expect(
    lint({
      'domains/spot/rules.ts': `import { randomBytes } from 'node:crypto';\nexport const key = randomBytes(8);`,
    }),
  ).toContain('karat(pure)');
});

test('a pure test that opens a database is caught by its name', () => {
  const text = `import { createTestDatabase } from '@karat/testkit';\nexport const kept = createTestDatabase;`;
  expect(lint({ 'domains/spot/place.test.ts': text })).toContain('karat(test-rings)');
  expect(lint({ 'domains/spot/place.api.test.ts': text })).not.toContain('karat(');
});

test('a cycle of type imports is caught', () => {
  const report = lint({
    'domains/spot/a.ts': `import type { B } from './b.ts';\nexport interface A { readonly b: B }`,
    'domains/spot/b.ts': `import type { A } from './a.ts';\nexport interface B { readonly a: A | undefined }`,
  });
  expect(report).toContain('no-cycle');
});

test('import cycles, any, floating promises, missing cases and suppressed errors are caught', () => {
  const report = lint({
    'domains/spot/a.ts': `import { b } from './b.ts';\nexport const a = (): number => b();`,
    'domains/spot/b.ts': `import { a } from './a.ts';\nexport const b = (): number => a();`,
    'domains/spot/c.ts': `// @ts-ignore
export const anything: any = 1;
const later = async (): Promise<void> => {};
export const now = (): void => {
  later();
};
export const side = (of: 'buy' | 'sell'): void => {
  switch (of) {
    case 'buy':
      break;
  }
};`,
  });
  for (const rule of [
    'no-cycle',
    'no-explicit-any',
    'no-floating-promises',
    'switch-exhaustiveness-check',
    'ban-ts-comment',
  ]) {
    expect(report).toContain(rule);
  }
});

test('a text in a screen of the phone app is found, a name and a translated text are not', () => {
  const found = lint({
    'apps/web/src/features/a/A.tsx': `export const A = (t: (key: string) => string) => (
  <p title="Your money" className="flex">
    Hello there {t('greeting')} {'again'} <b aria-label={t('name')}>Karat UID</b>
  </p>
);`,
    'apps/console/src/B.tsx': `export const B = () => <p>Operators read English</p>;`,
  });
  expect(found.match(/must come from the catalogues/g)).toHaveLength(3);
  for (const text of ['Your money', 'Hello there', 'again']) expect(found).toContain(`"${text}"`);
});

const CASTS = [
  'value as Amount',
  'value as bigint as Price',
  'value as Rate | undefined',
  '[value] as Amount[]',
  '{ value } as { value: Decimal }',
  '<Amount>value',
];

test('casts to money types are caught outside of packages/money, tests included', () => {
  const types = 'type Amount = bigint; type Price = bigint; type Rate = bigint; type Decimal = bigint;';
  const casts = CASTS.map((cast, index) => `export const made${index} = ${cast};`);
  const text = [types, 'declare const value: bigint;', ...casts].join('\n');
  const report = lint({
    'packages/money/src/decimal.ts': text,
    'domains/spot/place.ts': text,
    'domains/spot/place.test.ts': text,
    'apps/web/src/app/ticket.ts': text,
  });
  expect(reported(report, 'karat(money-casts)')).toEqual(
    ['apps/web/src/app/ticket.ts', 'domains/spot/place.test.ts', 'domains/spot/place.ts']
      .flatMap((file) => CASTS.map((_, index) => `${file}:${index + 3}`))
      .toSorted(),
  );
});

test('a parameter, a result and a generic argument of an amount are no casts', () => {
  const text = `
    import { amount } from '@karat/money';
import type { Amount, Decimal } from '@karat/money';
        export const same = (value: Amount): Amount => value;
    export const made = new Map<number, Amount>([[1, amount('1')]]);
    export const read = ((value: Amount) => value)(amount('2')) satisfies bigint;`;
  expect(lint({ 'domains/spot/place.ts': text })).not.toContain('karat(money-casts)');
});
