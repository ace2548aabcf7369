import { Button, Drawer, Tag } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { Figure, actionsColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';
import { figure, typed } from '../../ui/change.ts';
import { PriceSource } from './PriceSource.tsx';
import { STOPS, USES, hasUse, originOf } from './words.ts';
import type { Currency, Use } from './words.ts';

const START = { stop: 'Stop', resume: 'Start' };

/** Uses with their state; one operator stops, two start. */
function Uses({ currency }: { currency: Currency }) {
  return (
    <Part title="Uses">
      <Rows<Use>
        read={CAME_ALONG}
        rows={currency.uses.filter(({ use }) => hasUse(currency, use))}
        rowKey="use"
        empty="Stocks are only traded on their markets"
        columns={[
          { title: 'Use', render: (_, row) => USES[row.use] },
          {
            title: 'State',
            render: (_, row) => (
              <Tag color={row.stopped ? 'red' : 'green'}>{row.stopped ? 'stopped' : 'on'}</Tag>
            ),
          },
          { title: 'Reason', render: (_, row) => row.reason || '–' },
          actionsColumn((row) => (
            <StopButton
              target="currency"
              subject={row.subject}
              name={`${USES[row.use].toLowerCase()} of ${currency.code}`}
              runs={!row.stopped}
              hint={`${STOPS[row.use]} Starting again takes two operators.`}
              words={START}
            />
          )),
        ]}
      />
    </Part>
  );
}

/** Uploads a logo, which is re-encoded; its address is part of the change. */
export function LogoUpload({
  label,
  logo,
  onLogo,
}: {
  label: string;
  logo: string | undefined;
  onLogo: (logo: string) => void;
}) {
  return (
    <FileField
      label={label}
      extra="JPEG, PNG or WebP; square"
      send={(file) => api.upload('console/project_image', {}, file)}
      onUploaded={onLogo}
    >
      {logo !== undefined && <img src={logo} alt={label} width={40} height={40} style={{ marginTop: 8 }} />}
    </FileField>
  );
}

const notTitle = (value: string): string | undefined =>
  value.trim().length > 0 && value.trim().length <= 40 ? undefined : 'One to forty letters';

/** The error of decimals that the scale does not have. */
export const notDecimals =
  (scale: number) =>
  (value: string): string | undefined =>
    /^\d{1,2}$/.test(value) && Number(value) <= scale ? undefined : `A whole number, at most ${scale}`;

function ChangeCurrency({ currency, close }: { currency: Currency; close: () => void }) {
  const [logo, setLogo] = useState<string>();
  const before = { title: currency.title, display_decimals: String(currency.display_decimals) };
  const fields = [
    typed('title', 'Name', notTitle),
    figure(
      'display_decimals',
      'Decimals shown',
      notDecimals(currency.decimals),
      `In lists; the scale stays at ${currency.decimals}`,
    ),
  ];
  return (
    <AskForApproval<Values>
      title={`Change ${currency.code}`}
      hint="Symbol, kind and scale are fixed: balances are counted in them."
      initial={before}
      close={close}
      about={{ value_invalid: 'display_decimals' }}
      send={({ reason, ...values }) =>
        api.post('console/currency_change', {
          currency_id: currency.currency_id,
          version: currency.version,
          ...(logo === undefined
            ? changesOf(fields, before, values)
            : { ...differing(before, values), logo }),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={fields} before={before} />
      <LogoUpload label="New logo" logo={logo} onLogo={setLogo} />
    </AskForApproval>
  );
}

/** Values that differ; with a new logo there may be none. */
const differing = (before: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name]));

/** One currency: what is fixed, what changes, and its uses. */
export function CurrencyDetail({ currency, close }: { currency: Currency; close: () => void }) {
  const [isChanging, setChanging] = useState(false);
  const may = useMay();
  return (
    <Drawer
      open
      size={720}
      title={`${currency.code}: ${currency.title}`}
      onClose={close}
      extra={may('console/currency_change') && <Button onClick={() => setChanging(true)}>Change</Button>}
    >
      <Facts
        facts={[
          ['Number', String(currency.currency_id)],
          ['Kind', currency.kind],
          ['Scale, fixed', `${currency.decimals} decimals`],
          ['Decimals shown', String(currency.display_decimals)],
          ['Users own', <Figure key="own" value={currency.users_own} unit={currency.code} />],
          ['Markets', currency.markets.length === 0 ? 'none' : currency.markets.join(', ')],
          [
            'Version',
            `${currency.version}, ${originOf(currency)}${currency.changed_ms === null ? '' : `, ${moment(currency.changed_ms)} UTC`}`,
          ],
        ]}
      />
      <PriceSource currency={currency} />
      <Uses currency={currency} />
      {isChanging && <ChangeCurrency currency={currency} close={() => setChanging(false)} />}
    </Drawer>
  );
}
