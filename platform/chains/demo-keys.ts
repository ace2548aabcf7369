import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountKey } from './keys.ts';
import { PRIVATE_CHAIN_ID, bitcoinNetwork, evmNetwork, tronNetwork } from './networks.ts';

/**
 * Creates the seed of a demonstration once and writes the public keys of its accounts. A separate program, so that the
 * server never holds the seed. `demo-seed` (hexadecimal, mode 600) is for the signer, `xpubs.json` for everyone:
 * `{bitcoin: {deposits, house}, ethereum: {...}, tron: {...}}`.
 */
const SEED_BYTES = 64;
const PRIVATE = 0o600;

const networks = [bitcoinNetwork('regtest'), evmNetwork(PRIVATE_CHAIN_ID), tronNetwork];

/** Writes a temporary file and renames it: readers never see half a file. */
function write(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.new`, text, { mode });
  renameSync(`${path}.new`, path);
}

function make(directory: string): void {
  const xpubs = join(directory, 'xpubs.json');
  if (existsSync(xpubs)) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const seed = randomBytes(SEED_BYTES);
  write(join(directory, 'demo-seed'), seed.toString('hex'), PRIVATE);
  const keys = networks.map((network) => [
    network.id,
    { deposits: accountKey(seed, network, 'deposits'), house: accountKey(seed, network, 'house') },
  ]);
  write(xpubs, `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`, PRIVATE);
}

make(process.argv[2] ?? '.');
