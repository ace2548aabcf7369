import type { ReplyOf } from '@karat/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { PARAMETERS, RULES } from '../../lib/monitoring.ts';
import type { Rule } from '../../lib/monitoring.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { ChangeField, Values } from '../../ui/ChangeFields.tsx';
import { Failure } from '../../ui/Page.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { figure, notDecimal } from '../../ui/change.ts';

type Trial = ReplyOf<'console/rule_try'>;

const wholeBetween =
  (min: number, max: number) =>
  (value: string): string | undefined =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `A whole number from ${min} to ${max}`;

function fieldsOf({ parameters, may_hold: mayHold }: Rule): ChangeField[] {
  const switches: ChangeField[] = [
    { name: 'enabled', label: 'In use', kind: 'switch' },
    ...(mayHold
      ? [{ name: 'hold', label: 'Withdrawals that meet it wait for a review', kind: 'switch' } as const]
      : []),
  ];
  return [
    ...switches,
    ...parameters.map(({ name }) => {
      const { label, unit, isAmount, min, max } = PARAMETERS[name];
      const title = unit === '' ? label : `${label} (${unit})`;
      return figure(name, title, isAmount ? notDecimal : wholeBetween(min, max));
    }),
  ];
}

const valuesOf = ({ enabled, hold, parameters }: Rule): Values => ({
  enabled,
  hold,
  ...Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
});

const casesText = (count: number): string => (count === 1 ? '1 case' : `${count} cases`);

/** What a dry run found. */
function Found({ trial }: { trial: Trial }) {
  const { cases, cases_now: now, days, complete, examples } = trial;
  return (
    <Alert
      type="info"
      style={{ marginBottom: 16 }}
      title={`${casesText(cases)} in the last ${days} days, ${casesText(now)} with the parameters in use${
        complete ? '' : '; more users could meet it than were tried'
      }`}
      description={
        examples.length > 0 && (
          <ul className="changes" aria-label="Cases of the dry run">
            {examples.map(({ uid, at_ms: at, explanation }) => (
              <li key={`${uid}/${at}/${explanation}`}>
                <UserLink uid={uid} /> {moment(at)} UTC: {explanation}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** Tries the values of the form on the last 30 days; nothing is opened. */
function DryRun({ rule, fields, before }: { rule: Rule; fields: readonly ChangeField[]; before: Values }) {
  const form = Form.useFormInstance<Values>();
  const trial = useMutation({
    mutationFn: async () => {
      const values = await form.validateFields(fields.map(({ name }) => name));
      const differing = fields.filter(({ name }) => values[name] !== before[name]);
      return api.get('console/rule_try', {
        rule: rule.rule,
        ...Object.fromEntries(differing.map(({ name }) => [name, values[name]])),
      });
    },
  });
  // A refused field shows its own message.
  const error = trial.error instanceof Error ? trial.error : null;
  return (
    <>
      <Failure error={error} />
      {trial.data && <Found trial={trial.data} />}
      <Button style={{ marginBottom: 16 }} loading={trial.isPending} onClick={() => trial.mutate()}>
        Try on the last 30 days
      </Button>
    </>
  );
}

/** Asks for a new version of a rule, which a second operator approves. */
export function ChangeRule({ rule, close }: { rule: Rule; close: () => void }) {
  const fields = fieldsOf(rule);
  const before = valuesOf(rule);
  return (
    <AskForApproval<Values>
      title={`Change the rule “${RULES[rule.rule].title}”`}
      hint="The approval shows the cases of a dry run. Cases that are open keep the version that they were opened with."
      initial={before}
      close={close}
      send={({ reason, ...values }) =>
        api.post('console/rule_change', {
          rule: rule.rule,
          version: rule.version,
          ...changesOf(fields, before, values),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={fields} before={before} />
      <DryRun rule={rule} fields={fields} before={before} />
    </AskForApproval>
  );
}
