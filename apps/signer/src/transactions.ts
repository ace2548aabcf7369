import { Transaction, NETWORK, TEST_NETWORK, p2wpkh } from '@scure/btc-signer';
import { amount, minus } from '@karat/money';
import {
  PRIVATE_CHAIN_ID,
  bitcoinNetwork,
  checkAddress,
  evmNetwork,
  keyAt,
  tokenTransferData,
  unitsOf,
} from '@karat/platform/chains';
import type { BitcoinInput, BitcoinTerms, EvmTerms, PaymentFacts, Signed } from '@karat/platform/signing';
import { getAddress, keccak256 } from 'viem/utils';
import { privateKeyToAccount } from 'viem/accounts';
import type { Policy } from './policy.ts';

/** Nothing was signed; the message is a code. */
export class Refused extends Error {}

export const ETH = 2;
export const ETH_DECIMALS = 18;
const BTC = 1;
const BTC_DECIMALS = 8;
const DUST = 546n;
const HEX_KEY = (key: Uint8Array): `0x${string}` => `0x${Buffer.from(key).toString('hex')}`;

const received = ({ number, fee }: PaymentFacts) => minus(amount(number), amount(fee));

/**
 * Returns the token of a currency; undefined for the native coin. Contract and decimals must be those of the policy,
 * except on private chains.
 */
export function contractOf(policy: Policy, currency: number, terms: EvmTerms): string | undefined {
  if (currency === ETH) {
    if (terms.contract !== undefined) return refuse('contract');
    return terms.decimals === ETH_DECIMALS ? undefined : refuse('decimals');
  }
  if (terms.contract === undefined) return refuse('contract');
  if (terms.chainId === PRIVATE_CHAIN_ID) return terms.contract;
  if (policy.decimals[String(currency)] !== terms.decimals) return refuse('decimals');
  const known = policy.contracts[String(currency)];
  return known !== undefined && getAddress(known) === getAddress(terms.contract)
    ? terms.contract
    : refuse('contract');
}

function refuse(code: string): never {
  throw new Refused(code);
}

interface EvmTransfer {
  readonly privateKey: Uint8Array;
  readonly to: `0x${string}`;
  readonly units: bigint;
  /** The token; undefined for the native coin. */
  readonly contract: string | undefined;
}

/** Returns the signed transfer, and its id. */
export async function signTransfer(
  { privateKey, to, units, contract }: EvmTransfer,
  terms: EvmTerms,
): Promise<{ readonly txid: string; readonly raw: string }> {
  const raw = await privateKeyToAccount(HEX_KEY(privateKey)).signTransaction({
    type: 'eip1559',
    chainId: terms.chainId,
    nonce: terms.nonce,
    gas: BigInt(terms.gas),
    maxFeePerGas: BigInt(terms.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(terms.maxPriorityFeePerGas),
    ...(contract === undefined
      ? { to, value: units }
      : { to: contract as `0x${string}`, data: tokenTransferData(to, units) }),
  });
  return { txid: keccak256(raw), raw };
}

/** Signs a payment of ETH or a token. Everything but nonce, gas and fees comes from the approved payment. */
export async function signEvm(
  seed: Uint8Array,
  policy: Policy,
  payment: PaymentFacts,
  terms: EvmTerms,
): Promise<Signed> {
  if (payment.network !== 'ethereum') refuse('network');
  const network = evmNetwork(terms.chainId);
  const checked = checkAddress(network, payment.payee);
  if (!checked.ok) return refuse('payee');
  const [gas, maxFeePerGas] = [BigInt(terms.gas), BigInt(terms.maxFeePerGas)];
  if (gas * maxFeePerGas > policy.networkFee.ethereum) refuse('network_fee');
  const contract = contractOf(policy, payment.currency, terms);
  const to = checked.address as `0x${string}`;
  const units = unitsOf(received(payment), terms.decimals);
  const { privateKey } = keyAt(seed, network, 'house', 0);
  return { ...(await signTransfer({ privateKey, to, units, contract }, terms)), terms };
}

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Signs a payment on Bitcoin: one output to the payee, change to the house account. */
export function signBitcoin(
  seed: Uint8Array,
  policy: Policy,
  payment: PaymentFacts,
  terms: BitcoinTerms,
): Signed {
  if (payment.network !== 'bitcoin' || payment.currency !== BTC) refuse('network');
  const network = bitcoinNetwork(terms.variant);
  const form = { main: NETWORK, test: TEST_NETWORK, regtest: REGTEST }[terms.variant];
  const checked = checkAddress(network, payment.payee);
  if (!checked.ok) return refuse('payee');
  const keyOf = (input: BitcoinInput) => keyAt(seed, network, input.account, input.index, input.chain);
  const transaction = new Transaction();
  let total = 0n;
  for (const input of terms.inputs) {
    const script = p2wpkh(keyOf(input).publicKey, form).script;
    total += BigInt(input.units);
    transaction.addInput({
      txid: input.txid,
      index: input.vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount: BigInt(input.units) },
    });
  }
  const units = unitsOf(received(payment), BTC_DECIMALS);
  const rest = total - units - BigInt(terms.fee);
  if (rest < 0n) refuse('inputs');
  transaction.addOutputAddress(checked.address, units, form);
  const change = keyAt(seed, network, 'house', 0, 1).address;
  if (rest > DUST) transaction.addOutputAddress(change, rest, form);
  // Dust is added to the fee, and the cap counts it: segwit signatures commit to the input amounts.
  if (total - units - (rest > DUST ? rest : 0n) > policy.networkFee.bitcoin) refuse('network_fee');
  for (const [place, input] of terms.inputs.entries()) transaction.signIdx(keyOf(input).privateKey, place);
  transaction.finalize();
  return {
    txid: transaction.id,
    raw: transaction.hex,
    terms,
    ...(rest > DUST ? { change: { vout: 1, units: String(rest), address: change } } : {}),
  };
}
