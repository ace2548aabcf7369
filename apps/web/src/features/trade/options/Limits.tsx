import { SelfLimits } from '../../../ui/risk/index.ts';

/** Limits that users set for themselves. */
export default function Limits() {
  return <SelfLimits back="/pages/transaction/index2" />;
}
