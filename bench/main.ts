import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Description and arguments of each bench. The file has the name of the bench, or is in `INSIDE`. */
const benches: Readonly<Record<string, string>> = {
  orderbook: 'operations a second of the order book alone, on the two streams of the workload',
  ledger: 'holds and trades through the ledger alone  [seconds] [orders per batch] [accounts]',
  'spot-engine':
    'durable orders a second through the engine  [--connections] [--accounts] [--resting] [--seconds] [--share]',
  'spot-wire':
    'durable orders a second through the whole server  [--over http|ws] [--connections] [--accounts] [--seconds] [--rate]',
  'spot-lists': "each page of a user's orders and fills when there are 1,000,000 of both  [orders]",
  contracts:
    'a tick over open positions in memory, copies opened and positions closed out in the database  [positions] [users]',
  copytrade: "from a trader's fill to the last follower's copy, and back  [followers]",
  alerts: 'how long an index tick takes for 100,000 price alerts, and writing all of them  [alerts]',
  options: 'how late 20,000 options are settled that expire within ten seconds',
  loans: 'how long an index tick takes to value 100,000 loans  [loans]',
  dual: 'how long settling 10,000 dual currency orders of one maturity takes  [orders]',
  launchpad: 'how long allotting and listing a project with 100,000 applications takes  [applications]',
  mining: 'how long paying 100,000 daily yields takes that are due at the same minute  [orders]',
  recurring: 'how long buying 10,000 plans takes that are due at the same moment  [plans]',
  nft: 'bids a second on one auction, gallery pages, distribution of box draws  [works] [draws]',
  portfolio: 'profit and loss of one user with 1,000,000 postings: first count, update, tax year  [postings]',
  games: 'entries a second on one round, and how long settling 10,000 entries takes  [entries]',
  journals: 'searches of the console over 1,000,000 journals  [journals]',
  screening: 'a name against a sanction list of 34,000 names  [entries] [names]',
  chat: '10,000 open conversations with support, and 2,000 readers of one room  [conversations] [readers] [seconds]',
  http: 'the way of a request without its product  [seconds]',
  fuzz: 'requests of every kind to every call, then the books  [--seconds] [--seed] [--clients] [--only]',
  turns:
    'the matching engine at another commit and here, in short turns  <git ref> [--turns 40] [--orders 640] [--connections]',
  compare:
    'any bench at another commit and here, in turns  <git ref> [--rounds] [--set NAME=VALUE] [-- bench]',
  fanout: 'messages of public channels to many sockets  [sockets] [seconds]',
};

/** Benches that measure the inside of a domain lie in it. */
const INSIDE: Readonly<Record<string, string>> = {
  compare: 'compare/run.ts',
  turns: 'compare/turns.ts',
  'spot-lists': '../domains/spot/testing/lists-run.ts',
  games: '../domains/games/testing/bench-run.ts',
  recurring: '../domains/recurring/testing/bench-run.ts',
  nft: '../domains/nft/testing/bench-run.ts',
  journals: '../domains/ledger/testing/search-run.ts',
  screening: '../domains/compliance/testing/bench-run.ts',
  portfolio: '../domains/portfolio/testing/bench-run.ts',
};

const [name = '', ...rest] = process.argv.slice(2);
if (Object.hasOwn(benches, name)) {
  // With the memory settings of the server.
  const memory = join(import.meta.dirname, '../apps/server/src/memory.ts');
  const file = join(import.meta.dirname, INSIDE[name] ?? `${name}.ts`);
  const bench = spawn(process.execPath, ['--import', memory, file, ...rest], { stdio: 'inherit' });
  const [code] = (await once(bench, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  if (name !== '') console.error(`karat: there is no bench called ${name}.`);
  console.log('npm run bench -- <name> [settings]\n');
  for (const [each, what] of Object.entries(benches)) console.log(`  ${each.padEnd(12)} ${what}`);
  process.exitCode = name === '' ? 0 : 1;
}
