import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, PublicScope } from '../../common/identity/caller.js';

/** Maximum streaming responses of an organization in one process, in both tiers together: each uses a connection and memory. */
export const maxStreams = 20;
/** How long a download waits for another one to end. Downloads take milliseconds, so that a short burst loses none. */
export const waitTimeoutMs = 2_000;

/** A response that stays open until `end` is called or its client disconnects. */
export interface OpenStream {
  caller: Caller;
  /** The scope of the route. The stream ends when the caller loses it. */
  scope: PublicScope;
  end: () => void;
}

/** Counts the streaming responses of each organization: event streams and downloads of results. */
@Injectable()
export class ResponseStreams {
  /** Event streams. They can outlive the credential of their caller. */
  readonly events = new Set<OpenStream>();
  private readonly counts = new Map<string, number>();
  private readonly waiting = new Map<string, Set<() => void>>();

  /**
   * Registers an event stream. Returns a function to call when it has ended. Throws {@link AppError} `event_stream_limit_reached`.
   */
  openEvents(stream: OpenStream): () => void {
    const release = this.take(stream.caller.organizationId);
    if (!release) throw limitError('event_stream_limit_reached');
    this.events.add(stream);
    return () => {
      this.events.delete(stream);
      release();
    };
  }

  /**
   * Waits for a place if the limit is reached. Returns a function to call when the download has ended. Throws {@link AppError}
   * `response_stream_limit_reached`.
   */
  async openDownload({ organizationId }: Caller): Promise<() => void> {
    const deadlineMs = performance.now() + waitTimeoutMs;
    for (;;) {
      const release = this.take(organizationId);
      if (release) return release;
      const remainingMs = deadlineMs - performance.now();
      if (remainingMs <= 0) throw limitError('response_stream_limit_reached');
      await this.waitForRelease(organizationId, remainingMs);
    }
  }

  private take(organizationId: string): (() => void) | undefined {
    const count = this.counts.get(organizationId) ?? 0;
    if (count >= maxStreams) return undefined;
    this.counts.set(organizationId, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.release(organizationId);
      isOpen = false;
    };
  }

  private release(organizationId: string): void {
    const left = (this.counts.get(organizationId) ?? 1) - 1;
    if (left === 0) this.counts.delete(organizationId);
    else this.counts.set(organizationId, left);
    const [next] = this.waiting.get(organizationId) ?? [];
    next?.();
  }

  private async waitForRelease(organizationId: string, timeoutMs: number): Promise<void> {
    const all = this.waiting.get(organizationId) ?? new Set();
    this.waiting.set(organizationId, all);
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        all.delete(end);
        if (all.size === 0) this.waiting.delete(organizationId);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      all.add(end);
    });
  }
}

function limitError(code: 'event_stream_limit_reached' | 'response_stream_limit_reached'): AppError {
  return new AppError(code, { stream_limit: maxStreams }).withHeaders({ 'Retry-After': '5' });
}
