// Sends requests of every kind to every call of the contract, against its own server; then recomputes the ledger. Run:
// npm run bench -- fuzz [--seconds 600] [--seed <number>] [--clients 6] [--only <beginning of a path>]
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz/run.ts';
import type { Fault } from './fuzz/run.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    clients: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    /** Each run appends one line here: its seed and its findings. */
    seeds: { type: 'string', default: 'fuzz-seeds.jsonl' },
  },
});
const seed = Number(values.seed);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const show = ({ what, request, answer }: Fault): void =>
  print(`FAULT ${what}\n  ${request}\n  ${answer.replaceAll('\n', '\n  ')}`);

const dataDir = await mkdtemp(join(tmpdir(), 'karat-fuzz-'));
print(`seed ${seed}, ${values.seconds} s, ${values.clients} clients`);
try {
  const report = await fuzz({
    dataDir,
    seed,
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    only: values.only,
    onFault: show,
  });
  const { faults, calls, requests } = report;
  for (const fault of faults.filter(({ request }) => request === '')) show(fault);
  const never = [...calls].filter(([, { ok }]) => ok === 0).map(([path]) => path);
  const ok = [...calls.values()].reduce((sum, each) => sum + each.ok, 0);
  print(`${requests} requests to ${calls.size} calls, ${ok} ok; never ok: ${never.join(' ')}`);
  print(faults.length === 0 ? 'OK' : `FAULTS: ${faults.length}, repeat with --seed ${seed}`);
  const found = faults.map(({ what }) => what);
  const line = { ...values, at: new Date().toISOString(), requests, faults: found };
  appendFileSync(values.seeds, `${JSON.stringify(line)}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
