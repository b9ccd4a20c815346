import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where in the life of one statement something happens: before Postgres gets it, or after it has answered and nobody has heard. */
export type Moment = 'before' | 'after';

interface Trap {
  /** The how-manieth statement, or one that contains this text. */
  statement: number | string;
  /** A statement that contains this text is none of the request's, and is not counted: the process writes it beside its requests. */
  beside?: string;
  moment: Moment;
  spring: () => void;
}

/**
 * Stands between a process and Postgres, counts the statements that pass, and springs a trap at one of them: a crash can be put between
 * any two steps of a request without a hook in the program. The client sends each statement in one piece and waits for its answer.
 */
export class PostgresProxy {
  private readonly sockets = new Set<Socket>();
  private statements = 0;
  private trap: Trap | undefined;

  private constructor(
    private readonly server: Server,
    /** The database's URL, by way of this proxy. */
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<PostgresProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(databaseUrl);
    through.port = String((server.address() as AddressInfo).port);
    const proxy = new PostgresProxy(server, through.toString());
    server.on('connection', (client) => proxy.join(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** Springs once, at the `statement`-th statement from now on. */
  arm(trap: Trap): void {
    this.statements = 0;
    this.trap = trap;
  }

  /** How many statements have passed since the trap was set, and whether it has sprung. */
  disarm(): { statements: number; sprung: boolean } {
    const sprung = this.trap === undefined;
    this.trap = undefined;
    return { statements: this.statements, sprung };
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, database: Socket): void {
    let answering: (() => void) | undefined;
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
    client.on('data', (statement) => {
      const spring = this.count(statement);
      if (spring?.moment === 'before') return spring.spring();
      answering = spring?.spring;
      database.write(statement);
    });
    database.on('data', (answer) => {
      if (answering) return answering();
      client.write(answer);
    });
  }

  private count(text: Buffer): Trap | undefined {
    const { trap } = this;
    if (trap?.beside !== undefined && text.includes(trap.beside)) return undefined;
    this.statements += 1;
    const reached =
      typeof trap?.statement === 'string' ? text.includes(trap.statement) : trap?.statement === this.statements;
    if (!reached) return undefined;
    this.trap = undefined;
    return trap;
  }
}
