const WORD_BITS = 5;
const WORD_SIZE = 1 << WORD_BITS;
const WORD_MASK = WORD_SIZE - 1;

/** "No member" of the searches. */
export const NO_MEMBER = -1;

/** Position of the lowest set bit of a word that is not zero. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Position of the highest set bit of a word that is not zero. */
export function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

/** The bits of `word` above `bit`. */
export function bitsAbove(word: number, bit: number): number {
  return word & (-2 << bit);
}

/** The bits of `word` below `bit`. */
export function bitsBelow(word: number, bit: number): number {
  return word & ~(-1 << bit);
}

/**
 * A set of small integers with successor and predecessor: a bitmap, over it a bitmap of its non-zero
 * words, and so on up to one word. It grows with the highest member.
 */
export class OrderedSet {
  readonly #tiers: Int32Array[] = [new Int32Array(1)];

  get bytes(): number {
    return this.#tiers.reduce((sum, tier) => sum + tier.byteLength, 0);
  }

  add(member: number): void {
    const words = (member >>> WORD_BITS) + 1;
    if (words > this.#tiers[0]!.length) this.#widen(2 ** Math.ceil(Math.log2(words)));
    let position = member;
    for (const tier of this.#tiers) {
      const word = position >>> WORD_BITS;
      const before = tier[word]!;
      tier[word] = before | (1 << (position & WORD_MASK));
      if (before !== 0) return;
      position = word;
    }
  }

  /** Removes a member of the set. */
  remove(member: number): void {
    let position = member;
    for (const tier of this.#tiers) {
      const word = position >>> WORD_BITS;
      const after = tier[word]! & ~(1 << (position & WORD_MASK));
      tier[word] = after;
      if (after !== 0) return;
      position = word;
    }
  }

  /** The lowest member above `member`, which must be a member, or NO_MEMBER. */
  above(member: number): number {
    let position = member;
    for (let height = 0; height < this.#tiers.length; height++) {
      const word = position >>> WORD_BITS;
      const bits = bitsAbove(this.#tiers[height]![word]!, position & WORD_MASK);
      if (bits !== 0) return this.#descend(height, word * WORD_SIZE + lowestBit(bits), lowestBit);
      position = word;
    }
    return NO_MEMBER;
  }

  /** The highest member below `member`, which must be a member, or NO_MEMBER. */
  below(member: number): number {
    let position = member;
    for (let height = 0; height < this.#tiers.length; height++) {
      const word = position >>> WORD_BITS;
      const bits = bitsBelow(this.#tiers[height]![word]!, position & WORD_MASK);
      if (bits !== 0) return this.#descend(height, word * WORD_SIZE + highestBit(bits), highestBit);
      position = word;
    }
    return NO_MEMBER;
  }

  #descend(height: number, position: number, pick: (word: number) => number): number {
    for (let tier = height - 1; tier >= 0; tier--) {
      position = position * WORD_SIZE + pick(this.#tiers[tier]![position]!);
    }
    return position;
  }

  /** Capacity for at least `words` words in the lowest tier, and tiers on top until one is a single word. */
  #widen(words: number): void {
    let needed = words;
    this.#tiers.forEach((tier, height) => {
      const wider = new Int32Array(Math.max(needed, tier.length));
      wider.set(tier);
      this.#tiers[height] = wider;
      needed = Math.ceil(needed / WORD_SIZE);
    });
    let top = this.#tiers[this.#tiers.length - 1]!;
    while (top.length > 1) {
      // What was the top was one word, so all its members are below word 1 of the tier under the new one.
      const higher = new Int32Array(Math.ceil(top.length / WORD_SIZE));
      higher[0] = top[0] === 0 ? 0 : 1;
      this.#tiers.push(higher);
      top = higher;
    }
  }
}
