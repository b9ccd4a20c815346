import { Logger } from '@nestjs/common';
import pg from 'pg';

const retryDelayMs = 1_000;

/** Listens to NOTIFY on one channel, over its own connection. Reconnects when the connection is lost. */
export class NotificationListener {
  private readonly logger = new Logger(NotificationListener.name);
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    /** Receives the payload of a notification, or undefined if notifications may have been missed. */
    private readonly onNotification: (payload?: string) => void,
  ) {
    void this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000, keepAlive: true });
    this.client = client;
    client.on('notification', ({ payload }) => this.onNotification(payload));
    client.on('error', (error) => this.logger.warn(`${this.channel}: ${error.message}`));
    client.once('end', () => this.reconnectSoon());
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
      // Notifications may have been sent before this connection listened.
      this.onNotification();
    } catch (error) {
      this.logger.warn({ error }, `${this.channel}: cannot listen yet`);
      await client.end();
    }
  }

  private reconnectSoon(): void {
    if (!this.stopped) this.retry = setTimeout(() => void this.connect(), retryDelayMs);
  }
}
