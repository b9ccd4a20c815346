import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** The mails that a service sent. */
export interface Mailbox {
  mailsTo(address: string): ReceivedMail[];
}

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  /** The decoded text part. */
  text: string;
  html: string;
}

/** How the server treats the next mail. */
export type MailServerBehavior =
  | 'accepts'
  | 'refuses the recipient'
  | 'refuses the mail'
  | 'hangs'
  | 'never finishes its response'
  | 'drops the connection';

/** A real SMTP server on 127.0.0.1 that stores accepted mails and can simulate failures of a provider. */
export class MailServer implements Mailbox {
  readonly received: ReceivedMail[] = [];
  behavior: MailServerBehavior = 'accepts';
  /** Maximum number of concurrent connections. */
  maxConnections = 0;
  private readonly server: SMTPServer;

  private constructor(onMail: (mail: ReceivedMail) => void) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, callback) => {
        this.maxConnections = Math.max(this.maxConnections, this.server.connections.size);
        if (this.behavior !== 'hangs') callback();
      },
      onRcptTo: (_address, session, callback) => {
        if (this.behavior === 'never finishes its response') void this.trickle(session.id);
        else callback(this.behavior === 'refuses the recipient' ? smtpError('550 no such mailbox') : null);
      },
      onData: (stream, session, callback) => {
        void text(stream).then((source) => {
          if (this.behavior === 'drops the connection') return this.dropConnections();
          if (this.behavior === 'refuses the mail') return callback(smtpError('554 looks like spam'));
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address);
          const mail = { from: mailFrom ? mailFrom.address : '', to, ...parse(source) };
          this.received.push(mail);
          onMail(mail);
          callback();
          // A client that stops closes the connection in the middle of a mail.
        }, callback);
      },
    });
    this.server.on('error', () => undefined);
  }

  /** @param onMail is called before the client gets the response */
  static async start(onMail: (mail: ReceivedMail) => void = () => undefined): Promise<MailServer> {
    const mailServer = new MailServer(onMail);
    mailServer.server.listen(0, '127.0.0.1');
    await once(mailServer.server.server, 'listening');
    mailServer.server.server.unref();
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to.includes(address));
  }

  async stop(): Promise<void> {
    this.dropConnections();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private dropConnections(): void {
    for (const { _socket: socket } of this.server.connections) socket.destroy();
  }

  /** Sends parts of a response without end, so that no idle timeout expires. */
  private async trickle(id: string): Promise<void> {
    const socket = [...this.server.connections].find((connection) => connection.id === id)?._socket;
    while (socket?.writable) {
      socket.write('250-wait\r\n');
      await sleep(200);
    }
  }
}

function smtpError(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

function parse(source: string): { headers: string; text: string; html: string } {
  const [headers = ''] = source.split('\r\n\r\n', 1);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const part = (type: string) => {
    const at = source.indexOf(`Content-Type: ${type}`);
    const [head = '', ...rest] = source.slice(at).split('\r\n\r\n');
    const [body = ''] = rest.join('\r\n\r\n').split(`\r\n--${boundary}`);
    return decode(body, head).replaceAll('\r\n', '\n');
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function decode(body: string, head: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const link = /[?&#]token=([A-Za-z0-9_-]+)$/m;

/** The newest mail with a link. Notices can arrive after it. */
export const newestWithLink = (mails: readonly ReceivedMail[]): ReceivedMail | undefined =>
  mails.findLast(({ text }) => link.test(text));

/** The token in the link of a mail. */
export function tokenIn({ text: body }: ReceivedMail): string {
  const token = link.exec(body)?.[1];
  if (token === undefined) throw new Error(`no link in: ${body}`);
  return token;
}
