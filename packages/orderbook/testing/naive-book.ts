import { MAX_QUANTITY, opposite, Outcome, Reason, Side, TimeInForce } from '../src/index.ts';
import type { DepthLevel, Fill, RestingOrder } from '../src/index.ts';

/** The result of a command in a form that allows comparing two books. */
export interface Answer {
  outcome: Outcome;
  reason: Reason;
  filledQuantity: number;
  filledNotional: number;
  restingQuantity: number;
  cancelledQuantity: number;
  fills: Fill[];
}

type Open = { -readonly [Field in keyof RestingOrder]: RestingOrder[Field] };

/** Trades that a taker would make, computed without changing the book, and the reason of its end. */
interface Plan {
  trades: { maker: Open; quantity: number }[];
  end: 'filled' | 'nothing left' | 'own order' | 'budget';
}

/** The rules of the book over two sorted arrays, without regard for speed. */
export class NaiveBook {
  readonly #sides: [Open[], Open[]] = [[], []];

  limit(
    id: number,
    owner: number,
    side: Side,
    price: number,
    quantity: number,
    timeInForce: TimeInForce,
  ): Answer {
    if (this.#find(id)) return answer(Outcome.Refused, Reason.DuplicateId);
    const plan = this.#plan(owner, side, price, quantity, MAX_QUANTITY);
    if (timeInForce === TimeInForce.PostOnly && plan.end !== 'nothing left') {
      return answer(Outcome.Refused, Reason.WouldCross);
    }
    if (timeInForce === TimeInForce.PostOnly && plan.trades.length > 0) {
      return answer(Outcome.Refused, Reason.WouldCross);
    }
    if (timeInForce === TimeInForce.FillOrKill) return this.#allOrNothing(id, owner, side, price, quantity);
    const done = this.#execute(id, side, plan);
    const left = quantity - done.filledQuantity;
    if (left === 0) return { ...done, outcome: Outcome.Filled };
    const rests = plan.end === 'nothing left' && timeInForce !== TimeInForce.ImmediateOrCancel;
    if (!rests)
      return withRestCancelled(done, left, plan.end === 'own order' ? Reason.SelfTrade : Reason.NoLiquidity);
    this.#insert({ id, owner, side, price, quantity: left });
    const outcome = done.filledQuantity === 0 ? Outcome.Resting : Outcome.PartlyFilledResting;
    return { ...done, outcome, restingQuantity: left };
  }

  market(id: number, owner: number, side: Side, quantity: number, fillOrKill: boolean): Answer {
    if (this.#find(id)) return answer(Outcome.Refused, Reason.DuplicateId);
    if (fillOrKill) return this.#allOrNothing(id, owner, side, anyPrice(side), quantity);
    const plan = this.#plan(owner, side, anyPrice(side), quantity, MAX_QUANTITY);
    const done = this.#execute(id, side, plan);
    const left = quantity - done.filledQuantity;
    if (left === 0) return { ...done, outcome: Outcome.Filled };
    return withRestCancelled(done, left, plan.end === 'own order' ? Reason.SelfTrade : Reason.NoLiquidity);
  }

  marketByQuote(id: number, owner: number, side: Side, budget: number, quantityMax: number): Answer {
    if (this.#find(id)) return answer(Outcome.Refused, Reason.DuplicateId);
    const plan = this.#plan(owner, side, anyPrice(side), quantityMax, budget);
    const done = this.#execute(id, side, plan);
    if (done.filledNotional === budget || (plan.end === 'budget' && done.filledQuantity > 0)) {
      return { ...done, outcome: Outcome.Filled };
    }
    const reasons = {
      filled: Reason.QuantityLimit,
      'nothing left': Reason.NoLiquidity,
      'own order': Reason.SelfTrade,
      budget: Reason.BudgetSpent,
    };
    const outcome = done.filledQuantity === 0 ? Outcome.Cancelled : Outcome.PartlyFilledCancelled;
    return { ...done, outcome, reason: reasons[plan.end] };
  }

  cancel(id: number): Answer {
    const order = this.#find(id);
    if (!order) return answer(Outcome.Refused, Reason.UnknownOrder);
    this.#drop(order);
    return { ...answer(Outcome.Cancelled, Reason.Requested), cancelledQuantity: order.quantity };
  }

  reduce(id: number, quantity: number): Answer {
    const order = this.#find(id);
    if (!order) return answer(Outcome.Refused, Reason.UnknownOrder);
    if (quantity < 1) return answer(Outcome.Refused, Reason.InvalidQuantity);
    if (quantity >= order.quantity) return answer(Outcome.Refused, Reason.NotReduced);
    const cancelledQuantity = order.quantity - quantity;
    order.quantity = quantity;
    return { ...answer(Outcome.Reduced, Reason.None), restingQuantity: quantity, cancelledQuantity };
  }

  depth(side: Side, levelsMax: number): DepthLevel[] {
    const byPrice = new Map<number, number>();
    for (const { price, quantity } of this.#sides[side])
      byPrice.set(price, (byPrice.get(price) ?? 0) + quantity);
    return [...byPrice].slice(0, levelsMax).map(([price, quantity]) => ({ price, quantity }));
  }

  snapshot(): RestingOrder[] {
    return this.#sides.flat().map((order) => ({ ...order }));
  }

  /** Ids of the resting orders, bids first. */
  ids(): number[] {
    return this.#sides.flat().map(({ id }) => id);
  }

  #plan(owner: number, side: Side, limit: number, quantity: number, budget: number): Plan {
    const trades: Plan['trades'] = [];
    let wanted = quantity;
    let money = budget;
    for (const maker of this.#sides[opposite(side)]) {
      if (side === Side.Buy ? maker.price > limit : maker.price < limit) break;
      const affordable = Number(BigInt(money) / BigInt(maker.price));
      const traded = Math.min(maker.quantity, wanted, affordable);
      if (traded === 0) return { trades, end: 'budget' };
      if (maker.owner === owner) return { trades, end: 'own order' };
      trades.push({ maker, quantity: traded });
      wanted -= traded;
      money -= traded * maker.price;
      if (wanted === 0) return { trades, end: 'filled' };
      if (traded < maker.quantity) return { trades, end: 'budget' };
    }
    return { trades, end: 'nothing left' };
  }

  #allOrNothing(id: number, owner: number, side: Side, limit: number, quantity: number): Answer {
    const plan = this.#plan(owner, side, limit, quantity, MAX_QUANTITY);
    if (plan.end === 'filled') return { ...this.#execute(id, side, plan), outcome: Outcome.Filled };
    const onOffer = this.#sides[opposite(side)]
      .filter(({ price }) => (side === Side.Buy ? price <= limit : price >= limit))
      .reduce((sum, order) => sum + order.quantity, 0);
    const reason = onOffer < quantity ? Reason.NotFillable : Reason.SelfTrade;
    return { ...answer(Outcome.Cancelled, reason), cancelledQuantity: quantity };
  }

  #execute(takerId: number, takerSide: Side, plan: Plan): Answer {
    const done = answer(Outcome.Cancelled, Reason.None);
    for (const { maker, quantity } of plan.trades) {
      maker.quantity -= quantity;
      if (maker.quantity === 0) this.#drop(maker);
      done.filledQuantity += quantity;
      done.filledNotional += quantity * maker.price;
      const { id: makerId, owner: makerOwner, price, quantity: makerRemaining } = maker;
      done.fills.push({ makerId, makerOwner, takerId, takerSide, price, quantity, makerRemaining });
    }
    return done;
  }

  #find(id: number): Open | undefined {
    return this.#sides.flat().find((order) => order.id === id);
  }

  #drop(order: Open): void {
    const orders = this.#sides[order.side];
    orders.splice(orders.indexOf(order), 1);
  }

  #insert(order: Open): void {
    const orders = this.#sides[order.side];
    const behind = orders.findIndex(({ price }) =>
      order.side === Side.Buy ? price < order.price : price > order.price,
    );
    orders.splice(behind < 0 ? orders.length : behind, 0, order);
  }
}

function answer(outcome: Outcome, reason: Reason): Answer {
  const nothing = { filledQuantity: 0, filledNotional: 0, restingQuantity: 0, cancelledQuantity: 0 };
  return { outcome, reason, ...nothing, fills: [] };
}

function withRestCancelled(done: Answer, left: number, reason: Reason): Answer {
  const outcome = done.filledQuantity === 0 ? Outcome.Cancelled : Outcome.PartlyFilledCancelled;
  return { ...done, outcome, reason, cancelledQuantity: left };
}

function anyPrice(side: Side): number {
  return side === Side.Buy ? Number.MAX_SAFE_INTEGER : 1;
}
