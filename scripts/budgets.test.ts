import { expect, test } from 'vitest';
import { excesses, tooYoung, type Manifest } from './budgets.ts';

const manifest: Manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_react.js'], css: ['entry.css'] },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  'src/spot.tsx': { file: 'spot.js', imports: ['_react.js'], css: ['spot.css'] },
  'src/chart.ts': { file: 'KChart.js' },
};
const sized = (kib: Readonly<Record<string, number>>) =>
  excesses(manifest, (file) => Math.round((kib[file] ?? 0) * 1024));

test('an app at its limits passes', () => {
  const kib = {
    'entry.js': 60,
    'react.js': 60,
    'spot.js': 20,
    'KChart.js': 85,
    'entry.css': 8,
    'spot.css': 5,
  };
  expect(sized(kib)).toEqual([]);
});

test('the first load counts what the entry imports and the steps that it loads, and not the screens behind them', () => {
  expect(sized({ 'entry.js': 60, 'react.js': 60.1 })).toEqual(['first load: 120.1 KiB, at most 120']);
  const steps: Manifest = {
    'index.html': { file: 'entry.js', isEntry: true, dynamicImports: ['src/start.tsx'] },
    'src/start.tsx': { file: 'start.js', imports: ['_shell.js'], dynamicImports: ['src/spot.tsx'] },
    '_shell.js': { file: 'shell.js' },
    'src/spot.tsx': { file: 'spot.js' },
  };
  const kib: Readonly<Record<string, number>> = {
    'entry.js': 20,
    'start.js': 50,
    'shell.js': 51,
    'spot.js': 20,
  };
  expect(excesses(steps, (file) => (kib[file] ?? 0) * 1024)).toEqual(['first load: 121.0 KiB, at most 120']);
});

test('routes, the chart and the styles have separate limits', () => {
  expect(sized({ 'spot.js': 20.1, 'KChart.js': 85.1, 'entry.css': 8, 'spot.css': 5.6 })).toEqual([
    'spot.js: 20.1 KiB, at most 20',
    'KChart.js: 85.1 KiB, at most 85',
    'styles: 13.6 KiB, at most 13.5',
  ]);
});

test('what the oldest browsers lack is found in a script', () => {
  const scripts = new Map([
    ['a.js', 'x=AbortSignal.any([a,b]);y=AbortSignal.any(c);z=s.isSubsetOf(t)'],
    ['b.js', 'x=anySignal([a]);y=AbortSignal.timeout(5);z=a.toSorted()'],
  ]);
  expect(tooYoung(scripts)).toEqual([
    'a.js: AbortSignal.any is younger than the oldest browsers',
    'a.js: .isSubsetOf( is younger than the oldest browsers',
  ]);
});
