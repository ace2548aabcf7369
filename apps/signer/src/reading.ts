import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import type { ReadApproved } from './approved.ts';
import { readApprovedFrom } from './approved.ts';

/** Reads only, whatever the role may: the session refuses to write. */
function readOnly(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', '-c default_transaction_read_only=on');
  return address.href;
}

/** A small separate pool, opened at the first query and again when the database has moved. */
export function createReading(urlNow: () => string | undefined): {
  read: ReadApproved;
  close(): Promise<void>;
} {
  let open: { readonly url: string; readonly db: Database } | undefined;
  return {
    async read(id) {
      const url = urlNow();
      if (url === undefined) throw new Error('no database address');
      if (open?.url !== url) {
        await open?.db.close();
        open = { url, db: openDatabase({ url: readOnly(url), connections: 2 }) };
      }
      return readApprovedFrom(open.db)(id);
    },
    close: async () => open?.db.close(),
  };
}
