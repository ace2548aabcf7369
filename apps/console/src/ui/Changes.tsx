import { Button } from 'antd';
import { api } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { useSingleMutation } from '../lib/useSingleMutation.ts';
import { ExactNumber } from './columns.tsx';
import { Facts } from './Facts.tsx';
import { Failure } from './Page.tsx';
import type { Approval } from './approvals.ts';

type Change = Approval['changes'][number];

const ADDRESS = /^\/files\/[\w-]{22}$/;

/** Saves a stored file that a request names, so that it is read before it is approved. */
function StoredFile({ address }: { address: string }) {
  const saving = useSingleMutation({
    mutationFn: async () => {
      const file = await api.kept(address);
      saveFile(file, `request.${file.type.split('/')[1] ?? 'bin'}`);
    },
  });
  return (
    <>
      {' '}
      <Button size="small" loading={saving.isPending} onClick={() => saving.mutate()}>
        Save the file
      </Button>
      <Failure error={saving.error} />
    </>
  );
}

/** A value before and after; an unchanged one is a fact. */
function Value({ change: { before, after } }: { change: Change }) {
  if (before === after) return <ExactNumber>{after ?? '–'}</ExactNumber>;
  return (
    <span className="exact change">
      <del>{before ?? 'none'}</del> → <ins>{after ?? 'none'}</ins>
      {after !== null && ADDRESS.test(after) && <StoredFile address={after} />}
    </span>
  );
}

/** All values of an approval: changes first, then facts. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const sorted = changes.toSorted((a, b) => Number(a.before === a.after) - Number(b.before === b.after));
  return (
    <Facts
      label="What changes"
      facts={sorted.map((each) => [each.label, <Value key={each.label} change={each} />] as const)}
    />
  );
}
