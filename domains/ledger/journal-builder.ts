import { refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Currency } from './currency.ts';
import { checkFlow } from './flows.ts';
import type { Journal } from './journal.ts';
import type { Permit } from './permits.ts';
import { checkJournal } from './rules.ts';
import { createPostingBuffer } from './posting-buffer.ts';

/** Maximum number of journals per batch. */
export const BATCH_JOURNALS_MAX = 8_192;

/** Journals posted one after another on balances in memory. Pure: no statement, no clock. */
export class JournalBuilder {
  readonly buffer = createPostingBuffer();
  readonly journals: Journal[] = [];
  readonly #currencies: ReadonlyMap<CurrencyId, Currency>;
  readonly #decimalsOf = (id: CurrencyId): number => this.currency(id).decimals;

  readonly #takePermit: (permit: Permit) => boolean;

  /** `takePermit` uses up a permit; without it no journal that needs one is accepted. */
  constructor(
    currencies: ReadonlyMap<CurrencyId, Currency>,
    takePermit: (permit: Permit) => boolean = () => false,
  ) {
    this.#currencies = currencies;
    this.#takePermit = takePermit;
  }

  /**
   * Posts a journal. Refuses `insufficient_balance` if a balance would end below zero, without changes; throws
   * RangeError if a journal does not balance or has another time than the first; throws if it moves money where its
   * kind may not.
   */
  post(journal: Journal): void {
    const place = this.journals.length;
    if (place === BATCH_JOURNALS_MAX) throw new RangeError(`more than ${BATCH_JOURNALS_MAX} journals`);
    const [first] = this.journals;
    if (first && first.at !== journal.at) {
      throw new RangeError(`${journal.key}: another time than ${first.key}`);
    }
    checkJournal(journal, this.#decimalsOf);
    checkFlow(journal, this.#takePermit);
    const short = this.buffer.apply(journal, place);
    if (short) refuse('insufficient_balance', { currency: this.currency(short.currency).code });
    this.journals.push(journal);
  }

  /** Time of all journals; undefined while there is none. */
  get at(): number | undefined {
    return this.journals[0]?.at;
  }

  currency(id: CurrencyId): Currency {
    return this.#currencies.get(id) ?? refuse('currency_unknown');
  }
}
