import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAmount } from '@karat/money';
import { bitcoinNetwork, checkAddress, evmNetwork } from '@karat/platform/chains';
import { attachBitcoin, attachEvm } from '@karat/platform/test-chains';

/** Sends test coins on the private chains that `npm start -- --chains` runs: npm run faucet -- <address> <amount> <coin>. */
const EVM_COINS = ['ETH', 'USDT', 'USDC'];

async function send([address = '', sum = '', coin = 'ETH']: readonly string[]): Promise<string> {
  const data = resolve(process.env['KARAT_DATA'] ?? join(import.meta.dirname, '../.karat'));
  const path = join(data, 'chains/nodes.json');
  if (!existsSync(path)) throw new Error('no test chains run here: start them with npm start -- --chains');
  const nodes = JSON.parse(readFileSync(path, 'utf8')) as { ethereum: string; bitcoin: string };
  const code = coin.toUpperCase();
  const value = parseAmount(sum);
  if (value === undefined || value === 0n) throw new Error(`${sum || 'nothing'} is no amount`);
  if (code !== 'BTC' && !EVM_COINS.includes(code))
    throw new Error(`${code}: there are BTC, ${EVM_COINS.join(', ')}`);
  const checked = checkAddress(code === 'BTC' ? bitcoinNetwork('regtest') : evmNetwork(31_337), address);
  if (!checked.ok)
    throw new Error(`${address || 'nothing'} is no address for ${code} here (${checked.reason})`);
  return code === 'BTC'
    ? attachBitcoin(nodes.bitcoin).send(checked.address, value)
    : (await attachEvm(nodes.ethereum)).send(code, checked.address, value);
}

try {
  process.stdout.write(`sent: ${await send(process.argv.slice(2))}\n`);
} catch (failure) {
  process.stderr.write(`karat: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exitCode = 1;
}
