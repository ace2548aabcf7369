import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields } from '../../ui/ChangeFields.tsx';
import type { ChangeField } from '../../ui/ChangeFields.tsx';
import { numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Limits = ReplyOf<'console/contract_limits'>;
interface Limit {
  readonly name: string;
  readonly label: string;
  readonly value: number;
}

const POSITIONS = 'positions_max';
const REFRESH_MS = 10_000;

/** Field names of the limits. */
const limitsOf = ({ levels, positions_max }: Limits): readonly Limit[] => [
  ...levels.map(({ level, multiple_max }) => ({
    name: `level_${level}`,
    label: `Highest leverage, level ${level}`,
    value: multiple_max,
  })),
  { name: POSITIONS, label: 'Positions and waiting orders of one user', value: positions_max },
];

/** Requests other limits; only differences are sent. */
function ChangeLimits({ limits, close }: { limits: Limits; close: () => void }) {
  const rows = limitsOf(limits);
  const before = Object.fromEntries(rows.map(({ name, value }) => [name, String(value)]));
  const fields = rows.map(({ name, label }): ChangeField => ({ name, label, kind: 'figure' }));
  return (
    <AskForApproval<Record<string, string>>
      title="Limits of users"
      initial={before}
      close={close}
      send={({ reason, ...given }) => {
        const levels = limits.levels
          .map(({ level }) => [level, given[`level_${level}`]] as const)
          .filter(([level, value]) => value !== undefined && value !== before[`level_${level}`]);
        const positionsMax = given[POSITIONS];
        return api.post('console/contract_limits_change', {
          ...(levels.length === 0 ? {} : { levels: levels.map((pair) => pair.join(':')).join(',') }),
          ...(positionsMax === undefined || positionsMax === before[POSITIONS]
            ? {}
            : { positions_max: positionsMax }),
          reason,
        });
      }}
    >
      <ChangeFields fields={fields} before={before} />
    </AskForApproval>
  );
}

/** Maximum leverage by verification level and maximum positions: changes take two people and apply to new orders. */
export function Limits() {
  const [changing, setChanging] = useState(false);
  const limits = useCall('console/contract_limits', {}, REFRESH_MS);
  const may = useMay();
  return (
    <Part
      title="Limits of users"
      extra={
        may('console/contract_limits_change') &&
        limits.data && <Button onClick={() => setChanging(true)}>Change</Button>
      }
    >
      <Rows<Limit>
        read={limits}
        rows={limits.data && limitsOf(limits.data)}
        rowKey="name"
        empty="No limits"
        columns={[{ title: 'Limit', dataIndex: 'label' }, numberColumn('Value', (row) => row.value)]}
      />
      {changing && limits.data && <ChangeLimits limits={limits.data} close={() => setChanging(false)} />}
    </Part>
  );
}
