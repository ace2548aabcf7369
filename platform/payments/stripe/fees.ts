import { ZERO, plus } from '@karat/money';
import type { FeeDesk } from '../port.ts';
import { fromMinorUnits } from './amounts.ts';
import type { StripeClient } from './client.ts';
import { disputeFees, paymentFee } from './shapes.ts';

const WITH_FEE = { 'expand[]': 'latest_charge.balance_transaction' };

export const feesOf = (client: StripeClient): FeeDesk => ({
  async ofPayment(payment) {
    const path = `/v1/payment_intents/${encodeURIComponent(payment)}`;
    const settled = paymentFee.parse(await client.get(path, WITH_FEE)).latest_charge?.balance_transaction;
    return settled
      ? { amount: fromMinorUnits(settled.fee, settled.currency), currency: settled.currency }
      : undefined;
  },
  async ofDispute(dispute) {
    const path = `/v1/disputes/${encodeURIComponent(dispute)}`;
    const { balance_transactions: all } = disputeFees.parse(await client.get(path));
    const [first] = all;
    if (!first) return undefined;
    if (all.some(({ currency }) => currency !== first.currency))
      throw new Error('a dispute with fees in two currencies');
    const sum = all.reduce((total, { fee, currency }) => plus(total, fromMinorUnits(fee, currency)), ZERO);
    return { amount: sum, currency: first.currency };
  },
});
