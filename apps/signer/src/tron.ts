import { amount, minus } from '@karat/money';
import {
  checkAddress,
  keyAt,
  tronId,
  tronNetwork,
  tronRaw,
  tronSigned,
  tronTransferData,
  unitsOf,
} from '@karat/platform/chains';
import type { PaymentFacts, Signed, TronTerms } from '@karat/platform/signing';
import { sign } from 'viem/accounts';
import type { Policy } from './policy.ts';
import { Refused } from './transactions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Signs a TRC-20 payment. Payee and amount come from the approved payment, contract and decimals are those of the
 * policy. The bytes are made here and not taken from a node, which could propose another transfer. Tron transactions
 * name no chain; their reference block does. Refuses a transaction that has expired, or stays valid for more than a
 * day by the signer's own clock: nobody can keep one for later. `now` is unix ms.
 */
export async function signTron(
  seed: Uint8Array,
  policy: Policy,
  payment: PaymentFacts,
  terms: TronTerms,
  now: number,
): Promise<Signed> {
  if (payment.network !== 'tron') throw new Refused('network');
  const checked = checkAddress(tronNetwork, payment.payee);
  if (!checked.ok) throw new Refused('payee');
  if (policy.tronContracts[String(payment.currency)] !== terms.contract) throw new Refused('contract');
  if (policy.decimals[String(payment.currency)] !== terms.decimals) throw new Refused('decimals');
  const feeLimit = BigInt(terms.feeLimit);
  if (feeLimit > policy.networkFee.tron) throw new Refused('network_fee');
  const { expiration, timestamp, reference, contract } = terms;
  if (expiration <= now || expiration > now + DAY_MS) throw new Refused('expiration');
  const { address: owner, privateKey } = keyAt(seed, tronNetwork, 'house', 0);
  const units = unitsOf(minus(amount(payment.number), amount(payment.fee)), terms.decimals);
  const data = tronTransferData(checked.address, units);
  const raw = tronRaw({ owner, contract, data, reference, expiration, timestamp, feeLimit });
  const id = Buffer.from(tronId(raw)).toString('hex');
  const signature = await sign({
    hash: `0x${id}`,
    privateKey: `0x${Buffer.from(privateKey).toString('hex')}`,
    to: 'bytes',
  });
  return { txid: id, raw: tronSigned(raw, signature), terms };
}
