import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { GetPath, SentTo } from '../../lib/calls.ts';
import { saveFile } from '../../lib/download.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { portfolioText } from './text.ts';

interface FileDownload {
  readonly error: string | null;
  readonly busy: string | null;
  readonly save: <P extends GetPath>(name: string, path: P, input: SentTo<P>) => Promise<void>;
}

/** Saves the file of a call; `busy` is the name of the one that is loading, `error` the refusal of the last. */
export function useFile(): FileDownload {
  const t = useText(portfolioText);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  return {
    busy,
    error,
    save: async (name, path, input) => {
      setBusy(name);
      setError(null);
      try {
        const file = await api.file(path, input, { quiet: true });
        saveFile(file, file.name);
        toast(t('saved'), 'good');
      } catch (failure) {
        setError(failure instanceof Error ? failure.message : String(failure));
      } finally {
        setBusy(null);
      }
    },
  };
}
