import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { headerBytes, PostgresMessages } from './postgres-messages.js';

/** Query and Sync: Postgres responds to them with ReadyForQuery. */
const lastOfStatement = new Set(['Q', 'S']);
/** All messages of statements. Others start and end a session. */
const ofStatement = new Set(['P', 'B', 'D', 'E', 'C', 'H', 'Q', 'S']);
const readyForQuery = 'Z';

interface Statement {
  bytes: Buffer;
  /** Includes the text of a prepared statement, which a client sends only once per connection, and its parameters. */
  text: string;
}

/** `before`: Postgres has not received the statement. `after`: Postgres has responded, but the client has not received the response. */
export type Moment = 'before' | 'after';

interface Breakpoint {
  /** Ordinal number of the statement, or a text that the statement contains. */
  statement: number | string;
  /** Statements that contain this text are not counted: they do not belong to the request under test. */
  ignoredText?: string;
  moment: Moment;
  /** `resume` passes on the statement of a breakpoint `before`. */
  action: (resume: () => void) => void;
}

/**
 * A proxy between a process and Postgres, or Redis, that counts statements and runs an action at one of them. Tests can crash a process between
 * any two steps of a request, without hooks in the program. A client can send several statements together: the proxy passes on each one
 * after the response to the statement before.
 */
export class PostgresProxy {
  private readonly sockets = new Set<Socket>();
  private statements = 0;
  private breakpoint: Breakpoint | undefined;

  private constructor(
    private readonly server: Server,
    /** The database URL through this proxy. */
    readonly url: string,
    /** Redis has another protocol: what arrives together is passed on together, as one statement. */
    private readonly isPostgres: boolean,
  ) {}

  static async start(databaseUrl: string): Promise<PostgresProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxyUrl = new URL(databaseUrl);
    proxyUrl.port = String((server.address() as AddressInfo).port);
    const proxy = new PostgresProxy(server, proxyUrl.toString(), target.protocol.startsWith('postgres'));
    server.on('connection', (client) => proxy.accept(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** The action runs once. Statements are counted from now on. */
  setBreakpoint(trap: Breakpoint): void {
    this.statements = 0;
    this.breakpoint = trap;
  }

  /** Whether the action of the last breakpoint has started. */
  get wasReached(): boolean {
    return this.breakpoint === undefined;
  }

  /** Returns the number of statements since `setBreakpoint`, and whether the breakpoint was reached. */
  clearBreakpoint(): { statements: number; wasReached: boolean } {
    const { wasReached } = this;
    this.breakpoint = undefined;
    return { statements: this.statements, wasReached };
  }

  /** Closes all connections, so that Postgres rolls back their transactions. New connections are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket, database: Socket): void {
    let onResponse: (() => void) | undefined;
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
    const [sent, received] = [new PostgresMessages(true), new PostgresMessages(false)];
    const waiting: Statement[] = [];
    const prepared = new Map<string, string>();
    let parts: Buffer[] = [];
    let text = '';
    let isBusy = false;
    const pass = ({ bytes, text }: Statement) => {
      const breakpoint = this.count(text);
      if (breakpoint?.moment === 'before') return breakpoint.action(() => database.write(bytes));
      if (breakpoint) onResponse = () => breakpoint.action(() => undefined);
      database.write(bytes);
    };
    const next = () => {
      const statement = isBusy ? undefined : waiting.shift();
      if (!statement) return;
      isBusy = true;
      pass(statement);
    };
    client.on('data', (chunk) => {
      if (!this.isPostgres) return pass({ bytes: chunk, text: chunk.toString('latin1') });
      for (const { type, bytes } of sent.read(chunk)) {
        if (!ofStatement.has(type)) {
          database.write(bytes);
          continue;
        }
        parts.push(bytes);
        const content = bytes.toString('latin1', headerBytes);
        const [first = '', second = ''] = content.split('\0', 2);
        if (type === 'P') prepared.set(first, second);
        text += type === 'B' ? `${prepared.get(second) ?? ''} ${content}` : content;
        if (!lastOfStatement.has(type)) continue;
        waiting.push({ bytes: Buffer.concat(parts), text });
        [parts, text] = [[], ''];
        next();
      }
    });
    database.on('data', (response) => {
      if (onResponse) return onResponse();
      client.write(response);
      if (!this.isPostgres) return;
      for (const { type } of received.read(response)) {
        if (type !== readyForQuery) continue;
        isBusy = false;
        next();
      }
    });
  }

  private count(text: string): Breakpoint | undefined {
    const { breakpoint } = this;
    if (breakpoint?.ignoredText !== undefined && text.includes(breakpoint.ignoredText)) return undefined;
    this.statements += 1;
    const reached =
      typeof breakpoint?.statement === 'string'
        ? text.includes(breakpoint.statement)
        : breakpoint?.statement === this.statements;
    if (!reached) return undefined;
    this.breakpoint = undefined;
    return breakpoint;
  }
}
