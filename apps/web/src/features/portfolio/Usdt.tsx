import { Num } from '../../ui/index.ts';

/** An amount in USDT with two decimals. */
export const Usdt = ({ value }: { readonly value: string | null }) => (
  <Num value={value} form="fixed" decimals={2} unit="USDT" />
);

/** Profit or loss in USDT with sign and colour, and its percentage if there is one. */
export const Profit = ({
  value,
  percent,
}: {
  readonly value: string | null;
  readonly percent?: string | null;
}) => (
  <>
    <Num value={value} form="result" decimals={2} signed intent="auto" unit="USDT" />
    {percent !== undefined && percent !== null && (
      <>
        {' '}
        <Num value={percent} form="percent" signed intent="auto" className="text-sm" />
      </>
    )}
  </>
);
