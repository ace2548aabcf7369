import { Button } from 'antd';
import { saveFile } from '../lib/save-file.ts';
import { useSingleMutation } from '../lib/useSingleMutation.ts';
import { Failure } from './Page.tsx';

/** Saves the rows of the current filter as CSV. */
export function ExportButton({ load, name }: { load: () => Promise<Blob>; name: string }) {
  const saving = useSingleMutation({ mutationFn: async () => saveFile(await load(), name) });
  return (
    <>
      <Button loading={saving.isPending} onClick={() => saving.mutate()}>
        Export CSV
      </Button>
      <Failure error={saving.error} />
    </>
  );
}
