import type { VerificationRemark } from '@karat/contract';
import { nameRemarks, numberRemarks } from './form-check.ts';
import type { IdType } from './rules.ts';

/** A stored document picture. */
export interface Picture {
  readonly sha256: Buffer;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** The request, for an automatic check. */
export type Case =
  | { readonly level: 1; readonly idType: IdType; readonly name: string; readonly card: string }
  | { readonly level: 2; readonly front: Picture; readonly reverse: Picture };

/** Automatic check before human review. */
export interface VerificationProvider {
  /** Displayed beside its remarks. */
  readonly name: string;
  /** It runs locally and asks no authority. */
  readonly simulated: boolean;
  /** Returns remarks about a case; empty if it found nothing. `now` is unix ms. */
  check(sent: Case, now: number): Promise<readonly VerificationRemark[]>;
}

/** Minimum of the shorter side for legible print. */
const READABLE_SIDE = 480;

/**
 * The local simulator: checks form and consistency. It has no register and reads no document, so an empty result
 * proves nothing; its name says so.
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
