import type { UserId } from '@karat/contract';
import { networkOf } from '@karat/platform/http';
import type { Connection } from './connection.ts';

/** All open sockets, counted by network. */
export class ConnectionRegistry implements Iterable<Connection> {
  readonly #open = new Set<Connection>();
  readonly #perNetwork = new Map<string, number>();

  get size(): number {
    return this.#open.size;
  }

  /** Returns the open sockets from the network of an address. */
  countFrom(address: string): number {
    return this.#perNetwork.get(networkOf(address)) ?? 0;
  }

  connectionsOf(user: UserId): Connection[] {
    return [...this.#open].filter((connection) => connection.session?.caller.userId === user);
  }

  add(connection: Connection): void {
    this.#open.add(connection);
    this.#perNetwork.set(networkOf(connection.address), this.countFrom(connection.address) + 1);
  }

  remove(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const left = this.countFrom(connection.address) - 1;
    if (left > 0) this.#perNetwork.set(networkOf(connection.address), left);
    else this.#perNetwork.delete(networkOf(connection.address));
  }

  [Symbol.iterator](): Iterator<Connection> {
    return [...this.#open][Symbol.iterator]();
  }
}
