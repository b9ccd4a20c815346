import { createHash } from 'node:crypto';
import { openSync, closeSync, unlinkSync, write as writeCallback } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import { fileChunks } from '../../common/http/request-body.js';
import { newId } from '../../common/crypto.js';
import { currentBudget } from '../../common/processor-budget.js';
import { priorities, type Priority } from '../../config/plans.js';

const write = promisify(writeCallback);

/** A file that arrived completely. Its descriptor is valid until the work with it ends. */
export interface ReceivedFile {
  descriptor: number;
  byteCount: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Half of the temporary volume in Kubernetes. */
const usualMaxBytes = 512 * 1024 * 1024;

/**
 * Receives files to disk, decompressed, so that a file takes no memory and no place for its parsing while it arrives. The disk is limited, and
 * some of it is reserved: a quarter for paying organizations, and another one for verified and paying ones.
 *
 * A file has no name from the start, so that the operating system deletes it when the work with it ends and when this process ends, also in
 * a crash.
 */
@Injectable()
export class Uploads {
  /** Bytes on disk by priority. */
  private readonly used = priorities.map(() => 0);

  constructor(
    private readonly maxBytes = usualMaxBytes,
    private readonly folder = tmpdir(),
  ) {}

  /**
   * Calls `work` with the file of the request. Throws the errors of {@link fileChunks}, `AppError` `service_unavailable` if the disk is full,
   * and the errors of `work`.
   */
  async receive<Result>(request: Request, work: (file: ReceivedFile) => Promise<Result>): Promise<Result> {
    const rank = priorities.indexOf((await currentBudget()?.priority()) ?? ('unverified' satisfies Priority));
    const descriptor = this.open();
    const hash = createHash('sha256');
    let byteCount = 0;
    try {
      for await (const chunk of fileChunks(request)) {
        this.take(rank, chunk.length);
        byteCount += chunk.length;
        hash.update(chunk);
        await writeAll(descriptor, chunk, byteCount - chunk.length);
      }
      return await work({ descriptor, byteCount, sha256: hash.digest('hex') });
    } finally {
      this.used[rank]! -= byteCount;
      closeSync(descriptor);
    }
  }

  private open(): number {
    const path = join(this.folder, `upload-${newId()}`);
    try {
      const descriptor = openSync(path, 'wx+', 0o600);
      unlinkSync(path);
      return descriptor;
    } catch (cause) {
      throw new AppError('service_unavailable', {}, { cause });
    }
  }

  private take(rank: number, bytes: number): void {
    const hasSpace = priorities.slice(0, rank + 1).every((_, before) => {
      const used = this.used.slice(before).reduce((sum, one) => sum + one, 0);
      return used + bytes <= this.maxBytes * (1 - before / 4);
    });
    if (!hasSpace) throw new AppError('service_unavailable', {}, { cause: new Error('the disk for uploads is full') });
    this.used[rank]! += bytes;
  }
}

/** Writes at a position, so that the process that inherits the descriptor reads from the beginning. */
async function writeAll(descriptor: number, chunk: Buffer, position: number): Promise<void> {
  try {
    for (let done = 0; done < chunk.length;)
      done += (await write(descriptor, chunk, done, chunk.length - done, position + done)).bytesWritten;
  } catch (cause) {
    throw new AppError('service_unavailable', {}, { cause });
  }
}
