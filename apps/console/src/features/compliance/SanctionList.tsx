import type { ReplyOf } from '@karat/contract';
import { Alert } from 'antd';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { ExactNumber } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { Loaded } from '../../ui/Rows.tsx';

type State = ReplyOf<'console/screening'>;

const REFRESH_MS = 10_000;
const FORMATS = { json: 'JSON', csv: 'CSV', ofac: 'OFAC SDN.CSV' } as const;

const runText = (run: NonNullable<State['run']>): string =>
  `${run.users} users, ${run.matched} with a match, ` +
  (run.finished_ms === null ? 'still running' : `finished ${moment(run.finished_ms)} UTC`);

function factsOf({ list, checked_ms, threshold, run }: State): readonly Fact[] {
  if (list === null) return [['Last check', checked_ms === null ? 'none' : `${moment(checked_ms)} UTC`]];
  return [
    ['Title', list.title || 'none in the file'],
    ['Format', FORMATS[list.format]],
    ['Entries', `${list.entries} with ${list.names} names`],
    ['SHA-256', <ExactNumber key="sha">{list.sha256}</ExactNumber>],
    ['File changed', `${moment(list.file_ms)} UTC`],
    ['Loaded', `${moment(list.loaded_ms)} UTC as version ${list.id}`],
    ['Last check', checked_ms === null ? 'none' : `${moment(checked_ms)} UTC`],
    ['Minimum score of a match', `${threshold}%`],
    ['Verified users screened', run === null ? '–' : runText(run)],
  ];
}

/** The sanction list in use. */
export function SanctionList() {
  const state = useCall('console/screening', {}, REFRESH_MS);
  return (
    <Loaded read={state}>
      {(read) =>
        read.configured ? (
          <>
            {read.error !== null && (
              <Alert
                type="error"
                showIcon
                style={{ marginBottom: 16 }}
                title={`The file cannot be used: ${read.error}. ${
                  read.list === null ? 'No list was ever read.' : 'The last good version stays in use.'
                }`}
              />
            )}
            <Facts label="Sanction list" facts={factsOf(read)} />
          </>
        ) : (
          <Alert
            type="warning"
            showIcon
            title="No sanction list is configured. Users are not screened."
            description="Set KARAT_SANCTION_LIST to the path of a list; docs/operation.md names the formats."
          />
        )
      }
    </Loaded>
  );
}
