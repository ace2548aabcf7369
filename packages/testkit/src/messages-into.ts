interface Keyed {
  readonly key: string;
}

/** What a domain needs of messages. */
interface Notifying<Tx, Notification> {
  readonly notify: (tx: Tx, notification: Notification) => Promise<void>;
  readonly notifyAll: (tx: Tx, notifications: readonly Notification[]) => Promise<void>;
}

/**
 * Messages of a test, which add each notification to a list; `next` gets it too. They reject another notification with a known key:
 * the real ones drop it without a failure. The same notification again is that of a transaction that was tried again.
 */
export function messagesInto<Notification extends Keyed, Tx = unknown>(
  notifications: Notification[],
  next?: Notifying<Tx, Notification>,
): Notifying<Tx, Notification> {
  const known = new Map<string, string>();
  const notifyAll = async (tx: Tx, all: readonly Notification[]): Promise<void> => {
    for (const notification of all) {
      const text = JSON.stringify(notification);
      if ((known.get(notification.key) ?? text) !== text)
        throw new Error(`another notification ${notification.key}: ${text}`);
      known.set(notification.key, text);
      notifications.push(notification);
    }
    await next?.notifyAll(tx, all);
  };
  return { notifyAll, notify: (tx, notification) => notifyAll(tx, [notification]) };
}
