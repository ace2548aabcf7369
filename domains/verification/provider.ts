import type { VerificationRemark } from '@karat/contract';
import { nameRemarks, numberRemarks } from './form-check.ts';
import type { IdType } from './rules.ts';

/** A picture of a document as it is kept. */
export interface Picture {
  readonly sha256: Buffer;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** What was sent in, for an automatic check. */
export type Case =
  | { readonly level: 1; readonly idType: IdType; readonly name: string; readonly card: string }
  | { readonly level: 2; readonly front: Picture; readonly reverse: Picture };

/** Who looks at requests before people do. */
export interface VerificationProvider {
  /** Stands beside its remarks wherever they are shown. */
  readonly name: string;
  /** It runs in this house and asks no authority. */
  readonly simulated: boolean;
  /** What is odd about a case; nothing means that it found nothing. `now` is unix ms. */
  check(sent: Case, now: number): Promise<readonly VerificationRemark[]>;
}

/** The shorter side on which print of a document can still be read. */
const READABLE_SIDE = 480;

/**
 * The local simulator: looks at the form and consistency of what was sent in. It knows no register and sees no document, so
 * its silence proves nothing; it says so by its name.
 */
export const simulator: VerificationProvider = {
  name: 'simulator',
  simulated: true,
  async check(sent, now) {
    switch (sent.level) {
      case 1:
        return [...nameRemarks(sent.name), ...numberRemarks(sent.card, sent.idType, now)];
      case 2: {
        const { front, reverse } = sent;
        const remarks: VerificationRemark[] = front.sha256.equals(reverse.sha256) ? ['pictures_same'] : [];
        const small = [front, reverse].some(({ width, height }) => Math.min(width, height) < READABLE_SIDE);
        return small ? [...remarks, 'picture_small'] : remarks;
      }
    }
  },
};
