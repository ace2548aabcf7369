import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { accountKey, bitcoinNetwork, evmNetwork, tronNetwork } from '@karat/platform/chains';
import { SecretError } from '@karat/platform/crypto';
import type { Lock } from '@karat/platform/postgres';
import { writeDurably } from './src/durable.ts';
import { JournalDamaged, openHashedLog, openJournal } from './src/journal.ts';
import { KeystoreError, openKeystore } from './src/keystore.ts';
import { listen } from './src/listen.ts';
import type { Listening } from './src/listen.ts';
import { readPolicy } from './src/policy.ts';
import { createReading } from './src/reading.ts';
import { readSettings } from './src/settings.ts';
import type { Settings } from './src/settings.ts';
import { createSigner } from './src/signer.ts';
import type { SweepEntry } from './src/sweeps.ts';
import { takeDirectory } from './src/standby.ts';

const say = (line: string): void => void process.stderr.write(`signer: ${line}\n`);

/** Exports public account keys for address derivation; the seed never leaves this process. */
function exportPublic(seed: Uint8Array, { keys, bitcoin }: Settings): void {
  const networks = [bitcoinNetwork(bitcoin), evmNetwork(1), tronNetwork];
  const of = (network: (typeof networks)[number]) => ({
    deposits: accountKey(seed, network, 'deposits'),
    house: accountKey(seed, network, 'house'),
  });
  const text = JSON.stringify(Object.fromEntries(networks.map((each) => [each.id, of(each)])), null, 2);
  writeDurably(join(keys, 'xpubs.json'), `${text}\n`);
}

/** A demonstration started without a signer has an unencrypted seed: it moves into the keystore at the first start. */
function openSeed(settings: Settings): Buffer {
  const path = join(settings.directory, 'keystore.json');
  const loose = join(settings.keys, 'demo-seed');
  const found =
    settings.demo && existsSync(loose) ? Buffer.from(readFileSync(loose, 'utf8').trim(), 'hex') : undefined;
  const seed = openKeystore(path, settings.passphrase, found);
  if (found !== undefined && seed.equals(found)) rmSync(loose);
  return seed;
}

/**
 * Returns the approval key: from the environment, in a demonstration the first one that the server writes,
 * permanently.
 */
function approvalKey(settings: Settings): () => Buffer {
  const given = process.env['KARAT_SIGNER_APPROVAL_KEY'];
  if (given !== undefined && given !== '') return () => Buffer.from(given, 'hex');
  if (!settings.demo) throw new SecretError('KARAT_SIGNER_APPROVAL_KEY is not set');
  const pinned = join(settings.directory, 'approvals.pub');
  return () => {
    if (!existsSync(pinned)) writeDurably(pinned, readFileSync(join(settings.keys, 'approvals.pub'), 'utf8'));
    return Buffer.from(readFileSync(pinned, 'utf8').trim(), 'hex');
  };
}

async function start(): Promise<void> {
  const settings = await readSettings(process.env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('disconnect', stop);
  const lock = await takeDirectory(settings.directory, (pid) => {
    say(
      `another signer (process ${pid}) serves ${settings.directory}; this one takes over when that one ends`,
    );
    process.send?.('ready');
  });
  atStop(() => lock.release());
  const seed = openSeed(settings);
  exportPublic(seed, settings);
  const journal = openJournal(join(settings.directory, 'journal.log'));
  const sweepJournal = openHashedLog<SweepEntry>(join(settings.directory, 'sweeps.log'));
  const reading = createReading(settings.databaseUrl);
  const keyNow = approvalKey(settings);
  const signer = createSigner({
    seed,
    journal,
    sweepJournal,
    bitcoin: settings.bitcoin,
    now: Date.now,
    policy: readPolicy(join(settings.directory, 'policy.json')),
    approvalKey: keyNow,
    readApproved: reading.read,
  });
  const socketPath = join(settings.directory, 'signer.sock');
  atStop(() => reading.close());
  atStop(() => journal.close());
  atStop(() => sweepJournal.close());
  const listening = await listen(signer, { socketPath, secret: settings.line, now: Date.now, log: say });
  atStop(() => listening.close());
  process.send?.('ready');
  watchDirectory(lock, listening);
}

const DIRECTORY_CHECK_MS = 1_000;

/**
 * Listens again if the socket was removed, and ends if another process has the directory, because then it has the
 * journal too.
 */
function watchDirectory(lock: Lock, listening: Listening): void {
  setInterval(() => {
    if (!lock.isHeld()) {
      say('its directory was removed or taken by another signer; it ends');
      process.exit(1);
    }
    listening.renew().catch((failure: unknown) => say(`cannot listen again: ${String(failure)}`));
  }, DIRECTORY_CHECK_MS).unref();
}

const steps: (() => void | Promise<void>)[] = [];
/** Registers a cleanup step; the last one runs first. */
const atStop = (step: () => void | Promise<void>): void => void steps.push(step);

async function runSteps(): Promise<void> {
  for (const step of steps.toReversed()) await step();
}
const stop = (): void => void runSteps().then(() => process.exit(0));

/**
 * Exit code for unusable settings and files, folders without permission included (sysexits.h): a restart would not
 * help.
 */
const UNUSABLE = 78;
const unusable = [SecretError, KeystoreError, JournalDamaged];

try {
  await start();
} catch (failure) {
  if (
    !(failure instanceof Error) ||
    !(unusable.some((kind) => failure instanceof kind) || 'syscall' in failure)
  )
    throw failure;
  say(`${failure.message}; no payout is signed until this is mended and the server started anew`);
  process.exit(UNUSABLE);
}
