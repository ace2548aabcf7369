import { ZERO, negate } from '@karat/money';
import { houseAccount } from '@karat/domains/ledger';
import type { Queries, Tx } from '@karat/platform/db';
import type { FeeDesk, ProviderFee } from '@karat/platform/payments';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { PROVIDER_FEE } from './deps.ts';
import type { FiatDeps } from './deps.ts';
import { disputeById } from './disputes/store.ts';
import { providerNamed } from './providers.ts';
import { orderById } from './store.ts';

/** What a fee is for: the payment of an order, or a dispute. */
type Charged = 'payment' | 'dispute';

/** Payments are settled a while after they were made. */
const DELAY_MS = HOUR_MS;
/** A fee that the provider does not name for so long is left to the reconciliation of its statement. */
const GIVE_UP_MS = 14 * DAY_MS;

/** Plans the booking of what a provider charges for a payment (by its order) or a dispute; nothing for one without fees. */
export async function planFee(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  what: Charged,
  id: number,
): Promise<void> {
  if (!providerNamed(deps, provider)?.fees) return;
  const dueAt = deps.ctx.clock.now() + DELAY_MS;
  await schedule(tx, { kind: PROVIDER_FEE, subject: `${what}:${id}`, dueAt });
}

interface Asked {
  readonly provider: string | null;
  readonly reference: string;
  /** Unix ms. */
  readonly since: number;
  readonly ask: (fees: FeeDesk) => Promise<ProviderFee | undefined>;
}

async function askedFor(db: Queries, what: string | undefined, id: number): Promise<Asked | undefined> {
  if (what === 'dispute') {
    const found = await disputeById(db, id);
    if (!found) return undefined;
    const { provider, reference, openedAt: since, dispute } = found;
    return { provider, reference, since, ask: (fees) => fees.ofDispute(dispute) };
  }
  const order = await orderById(db, id);
  if (!order || order.payment === null) return undefined;
  const { provider, reference, createdAt: since, payment } = order;
  return { provider, reference, since, ask: (fees) => fees.ofPayment(payment) };
}

/**
 * Due work: books what a provider kept of a payment or took for a dispute, from the bank account to the outside, once. While the bank account
 * has too little it is tried again, and an operator sees it.
 */
export const bookFee =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject }) => {
    const [what, id] = subject.split(':');
    const asked = await askedFor(tx, what, Number(id));
    const fees = providerNamed(deps, asked?.provider ?? null)?.fees;
    if (!asked || !fees) throw new Error('the provider of the fee is not configured');
    const fee = await asked.ask(fees);
    const now = deps.ctx.clock.now();
    if (!fee) {
      if (now - asked.since < GIVE_UP_MS)
        await schedule(tx, { kind: PROVIDER_FEE, subject, dueAt: now + DELAY_MS });
      else deps.ctx.log.warn({ subject, reference: asked.reference }, 'provider fee is not known, given up');
      return;
    }
    if (fee.amount === ZERO) return;
    const currency = (await deps.ledger.currencies(tx)).find(({ code }) => code === fee.currency);
    if (currency?.kind !== 'fiat') throw new Error(`a fee in ${fee.currency}, which has no bank account`);
    await deps.ledger.post(tx, {
      key: `${PROVIDER_FEE}:${subject}`,
      kind: 'fiat:provider_fee',
      reference: asked.reference,
      at: now,
      entries: [
        { account: houseAccount('bank'), currency: currency.id, available: negate(fee.amount) },
        { account: houseAccount('external'), currency: currency.id, available: fee.amount },
      ],
    });
  };
