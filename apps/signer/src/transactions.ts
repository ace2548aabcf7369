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

const ETH = 2;
const BTC = 1;
const BTC_DECIMALS = 8;
const DUST = 546n;
const HEX_KEY = (key: Uint8Array): `0x${string}` => `0x${Buffer.from(key).toString('hex')}`;

const received = ({ number, fee }: PaymentFacts) => minus(amount(number), amount(fee));

/**
 * Returns the token of a payment; undefined for the native coin. Contract and decimals must be those of the policy,
 * except on private chains.
 */
function contractOf(policy: Policy, payment: PaymentFacts, terms: EvmTerms): string | undefined {
  if (payment.currency === ETH) return terms.contract === undefined ? undefined : refuse('contract');
  if (terms.contract === undefined) return refuse('contract');
  if (terms.chainId === PRIVATE_CHAIN_ID) return terms.contract;
  if (policy.decimals[String(payment.currency)] !== terms.decimals) return refuse('decimals');
  const known = policy.contracts[String(payment.currency)];
  return known !== undefined && getAddress(known) === getAddress(terms.contract)
    ? terms.contract
    : refuse('contract');
}

function refuse(code: string): never {
  throw new Refused(code);
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
  const contract = contractOf(policy, payment, terms);
  const to = checked.address as `0x${string}`;
  const units = unitsOf(received(payment), terms.decimals);
  if (contract === undefined && terms.decimals !== 18) refuse('decimals');
  const account = privateKeyToAccount(HEX_KEY(keyAt(seed, network, 'house', 0).privateKey));
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: terms.chainId,
    nonce: terms.nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: BigInt(terms.maxPriorityFeePerGas),
    ...(contract === undefined
      ? { to, value: units }
      : {
          to: contract as `0x${string}`,
          data: tokenTransferData(to, units),
        }),
  });
  return { txid: keccak256(raw), raw, terms };
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
