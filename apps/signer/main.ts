import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { accountKey, bitcoinNetwork, evmNetwork, keyAt, tronNetwork } from '@karat/platform/chains';
import { writeDurably } from './src/durable.ts';
import { openJournal } from './src/journal.ts';
import { openKeystore } from './src/keystore.ts';
import { listen } from './src/listen.ts';
import { readPolicy } from './src/policy.ts';
import { createReading } from './src/reading.ts';
import { readSettings } from './src/settings.ts';
import type { Settings } from './src/settings.ts';
import { createSigner } from './src/signer.ts';

const say = (line: string): void => void process.stderr.write(`signer: ${line}\n`);

/** Public keys of accounts for whoever makes addresses; the seed never leaves this process. */
function exportPublic(seed: Uint8Array, { keys, bitcoin }: Settings): void {
  const networks = [bitcoinNetwork(bitcoin), evmNetwork(1), tronNetwork];
  const of = (use: 'deposits' | 'house') =>
    Object.fromEntries(networks.map((network) => [network.id, accountKey(seed, network, use)]));
  const payout = {
    bitcoin: keyAt(seed, bitcoinNetwork(bitcoin), 'house', 0, 1).address,
    ethereum: keyAt(seed, evmNetwork(1), 'house', 0).address,
  };
  const text = JSON.stringify(
    { version: 1, bitcoin, deposits: of('deposits'), house: of('house'), payout },
    null,
    2,
  );
  writeDurably(join(keys, 'xpubs.json'), `${text}\n`);
}

/** The key of approvals: from the environment, in a demonstration the first that the server has written down, for good. */
function approvalKey(settings: Settings): () => Buffer {
  const given = process.env['KARAT_SIGNER_APPROVAL_KEY'];
  if (given !== undefined && given !== '') return () => Buffer.from(given, 'hex');
  if (!settings.demo) throw new Error('KARAT_SIGNER_APPROVAL_KEY is not set');
  const pinned = join(settings.directory, 'approvals.pub');
  return () => {
    if (!existsSync(pinned)) writeDurably(pinned, readFileSync(join(settings.keys, 'approvals.pub'), 'utf8'));
    return Buffer.from(readFileSync(pinned, 'utf8').trim(), 'hex');
  };
}

const settings = await readSettings(process.env);
const seed = openKeystore(join(settings.directory, 'keystore.json'), settings.passphrase);
exportPublic(seed, settings);
const journal = openJournal(join(settings.directory, 'journal.log'));
const reading = createReading(settings.databaseUrl);
const keyNow = approvalKey(settings);
const signer = createSigner({
  ...{ seed, journal, bitcoin: settings.bitcoin, now: Date.now },
  policy: readPolicy(join(settings.directory, 'policy.json')),
  approvalKey: keyNow,
  readApproved: reading.read,
});
const socketPath = join(settings.directory, 'signer.sock');
const server = await listen(signer, { socketPath, secret: settings.line, now: Date.now, log: say });
process.send?.('ready');

const stop = (): void => {
  server.close(() => {
    journal.close();
    void reading.close().then(() => process.exit(0));
  });
  server.closeAllConnections();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
process.on('disconnect', stop);
