import { Readable } from 'node:stream';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { CompositeTypes } from './composite-types.ts';
import { queriesOn } from './transaction.ts';
import type { Queries } from './types.ts';

/** Messages of COPY, which the driver sends but does not declare. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Rows in the text format of COPY. */
export interface RowPiece {
  readonly rows: number;
  readonly bytes: Buffer;
}

/** One connection without a time limit, for whole tables. */
export interface CopySession extends Queries {
  /** Returns the rows of `COPY ... TO STDOUT`, in pieces of whole rows. */
  copyOut(statement: string): AsyncIterable<RowPiece>;
  /** Runs `COPY ... FROM STDIN` on whole rows. Returns their number. */
  copyIn(statement: string, rows: Buffer): Promise<number>;
  close(): Promise<void>;
}

const PIECE_BYTES = 1024 * 1024;

export async function openCopySession(url: string): Promise<CopySession> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0, types: columnTypes });
  // A lost connection fails the running statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return {
    ...queriesOn(client, new CompositeTypes()),
    copyOut: (statement) => client.query(new CopyOut(statement)),
    copyIn: (statement, rows) => client.query(new CopyIn(statement, rows)).rows,
    close: () => client.end(),
  };
}

/** Collects rows into pieces; the connection rests while nobody reads. */
class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  #connection: pg.Connection | undefined;
  #rows: Buffer[] = [];
  #bytes = 0;
  constructor(statement: string) {
    super({ objectMode: true, highWaterMark: 2 });
    this.#statement = statement;
  }
  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }
  override _read(): void {
    this.#connection?.stream.resume();
  }
  override _destroy(failure: Error | null, done: (failure: Error | null) => void): void {
    // The rest of the rows still has to pass before the next statement.
    this.#connection?.stream.resume();
    done(failure);
  }
  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: pg.Connection): void {
    // The driver reuses its buffer.
    this.#rows.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= PIECE_BYTES && !this.#flush()) connection.stream.pause();
  }
  #flush(): boolean {
    const piece: RowPiece = { rows: this.#rows.length, bytes: Buffer.concat(this.#rows) };
    this.#rows = [];
    this.#bytes = 0;
    return this.push(piece);
  }
  handleCommandComplete(): void {
    if (this.#bytes > 0) this.#flush();
  }
  handleReadyForQuery(): void {
    this.push(null);
  }
  handleError(failure: Error): void {
    this.destroy(failure);
  }
}

class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #data: Buffer;
  readonly #done = Promise.withResolvers<number>();
  #count = 0;
  constructor(statement: string, data: Buffer) {
    this.#statement = statement;
    this.#data = data;
  }
  get rows(): Promise<number> {
    return this.#done.promise;
  }
  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#data);
    connection.endCopyFrom();
  }
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#count = Number(text.split(' ').at(-1));
  }
  handleReadyForQuery(): void {
    this.#done.resolve(this.#count);
  }
  handleError(failure: Error): void {
    this.#done.reject(failure);
  }
}
