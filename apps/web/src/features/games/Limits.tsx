import { SelfLimits } from '../../ui/risk/index.ts';

/** Limits that users set for themselves, the same as those of options. */
export default function Limits() {
  return <SelfLimits back="/pages/game/game" />;
}
