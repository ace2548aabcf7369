import { Button, Flex, Tag, Typography } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { grouped, moment } from '../../lib/format.ts';
import { PARAMETERS, RULES } from '../../lib/monitoring.ts';
import type { Rule } from '../../lib/monitoring.ts';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { ChangeRule } from './ChangeRule.tsx';

const parameterText = ({ name, value }: Rule['parameters'][number]): string => {
  const { label, unit } = PARAMETERS[name];
  const shown = unit === '%' ? '%' : unit === '' ? '' : ` ${unit}`;
  return `${label}: ${grouped(value)}${shown}`;
};

const originOf = ({ version, changed_ms: at, asked_by: asker, approved_by: approver }: Rule): string =>
  at === null ? 'built in' : `version ${version}, ${moment(at)} UTC by ${asker} and ${approver}`;

const columnsWith = (change: (rule: Rule) => void): NonNullable<TableProps<Rule>['columns']> => [
  {
    title: 'Rule',
    render: (_, { rule }) => (
      <div style={{ minWidth: 200, maxWidth: 280 }}>
        {RULES[rule].title}
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {RULES[rule].text}
        </Typography.Text>
      </div>
    ),
  },
  {
    title: 'State',
    render: (_, { enabled, hold }) => (
      <Flex gap={4} vertical align="start">
        <Tag color={enabled ? 'green' : 'default'}>{enabled ? 'in use' : 'off'}</Tag>
        {hold && <Tag color="orange">holds withdrawals</Tag>}
      </Flex>
    ),
  },
  {
    title: 'Parameters',
    render: (_, rule) => (
      <div style={{ minWidth: 200 }}>
        {rule.parameters.map((parameter) => (
          <div key={parameter.name} className="figure">
            {parameterText(parameter)}
          </div>
        ))}
        <Typography.Text type="secondary">{originOf(rule)}</Typography.Text>
      </div>
    ),
  },
  numberColumn('Hits in 30 days', (rule) => rule.hits_30_days),
  numberColumn('Hits', (rule) => rule.hits),
  numberColumn('Open cases', (rule) => rule.open_cases),
  actionsColumn<Rule>((rule) => (
    <Button size="small" onClick={() => change(rule)}>
      Change
    </Button>
  )),
];

/** Rules of transaction monitoring, their parameters and how often each was met. */
export function Rules() {
  const rules = useCall('console/rules', {});
  const [changing, setChanging] = useState<Rule | null>(null);
  return (
    <>
      <Typography.Paragraph type="secondary">
        A rule that is met opens a case, or adds its facts to the one that is open. It holds no money unless
        it says so: then withdrawals that meet it wait for a reviewer, and users read no more than that.
      </Typography.Paragraph>
      <Rows<Rule>
        read={rules}
        rows={rules.data}
        rowKey="rule"
        empty="No rules"
        columns={columnsWith(setChanging)}
      />
      {changing !== null && <ChangeRule rule={changing} close={() => setChanging(null)} />}
    </>
  );
}
