import type { Formula } from '../formula.ts';
import { contractFormula } from './contract.ts';
import { contractWhyFormula } from './contract-2.ts';
import { contractCouponFormula } from './contract-3.ts';
import { dualFormula } from './dual.ts';
import { gamesFormula } from './games.ts';
import { launchpadFormula } from './launchpad.ts';
import { loanConversionFormula } from './loan-conversion.ts';
import { loanFormula } from './loan.ts';
import { miningFormula } from './mining.ts';
import { boxFormula } from './nft-box.ts';
import { saleFormula } from './nft-sale.ts';
import { optionFormula } from './option.ts';

/** Every rule that a receipt may name. A product adds its own here; one that a receipt names is never changed. */
const all: readonly Formula[] = [
  optionFormula,
  contractFormula,
  contractWhyFormula,
  contractCouponFormula,
  dualFormula,
  miningFormula,
  boxFormula,
  launchpadFormula,
  loanFormula,
  gamesFormula,
  saleFormula,
  loanConversionFormula,
];

const byId = new Map(all.map((formula) => [formula.id, formula]));

export const formulas: readonly Formula[] = all;
export const formulaOf = (id: string): Formula | undefined => byId.get(id);
