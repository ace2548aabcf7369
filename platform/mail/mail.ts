import type { Context } from '@karat/platform/context';
import { createPort } from '@karat/platform/delivery';
import type { Port, Provider } from '@karat/platform/delivery';
import { createTransport } from 'nodemailer';

export interface MailOptions {
  /** `smtps://user:password@host:465` or `smtp://host:587`; unset means the development outbox of demo mode. */
  readonly smtpUrl?: string | undefined;
  /** Sender, `Karat <no-reply@example.com>`. */
  readonly from?: string | undefined;
}

/** Mails, queued in the transaction of their event. */
export type Mail = Port;

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Codes only: the server's text may contain a recipient's address, and reasons are logged. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : 'error';
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code;
}

function smtpProvider(smtpUrl: string, from: string): Provider {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
  return async (message) => {
    const sent = transport.sendMail({
      from,
      // As an object the address is not parsed and cannot add a second recipient.
      to: { name: '', address: message.to },
      subject: message.subject,
      text: message.body,
      // A message sent again after a crash has the same id, so that mailboxes show it once.
      messageId: `<karat.${message.id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await sent.catch((error: unknown) => {
      throw new Error(`the mail server refused: ${reasonOf(error)}`);
    });
  };
}

/**
 * Opens the mail port: SMTP when configured, else the development outbox in demo mode. Throws on a server address
 * without a sender.
 */
export function createMail(ctx: Context, options: MailOptions): Mail {
  const smtpUrl = options.smtpUrl ?? '';
  if (smtpUrl === '') return createPort(ctx, 'mail', undefined);
  if (!options.from) throw new Error('a mail server is configured but no sender address');
  return createPort(ctx, 'mail', smtpProvider(smtpUrl, options.from));
}
