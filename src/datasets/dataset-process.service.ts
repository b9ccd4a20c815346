import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { FileFormat } from '../common/table-files/file-type.js';
import { apiMemory } from '../config/memory-limits.js';
import { LimitedProcess, ProcessLimitError, type ProcessLimits } from '../platform/process/limited-process.js';
import type { DatasetResult, ReadDataset, ReadDatasetTask } from './read-dataset.js';

/** What a caller can change if the file takes too long or too much memory. */
const advice: Record<ProcessLimitError['limit'], string> = {
  time: 'the file takes too long to read: send a random sample of its rows, or remove columns',
  memory: 'the file needs too much memory: send a random sample of its rows, or remove columns',
};

/** A file of 50 MB takes up to 20 s of processor time. */
const usualLimits: ProcessLimits = { memoryMb: apiMemory.datasetFile.memoryMb, cpuSeconds: 60, timeoutMs: 120_000 };

/** Starts processes that read one file each. They end if they take too much time or memory, and when the service stops. */
export class DatasetProcess implements OnApplicationShutdown {
  private readonly shutdown = new AbortController();

  constructor(
    private readonly file = join(import.meta.dirname, 'read-dataset.process.js'),
    private readonly limits = usualLimits,
  ) {}

  start(): DatasetReader {
    const { signal } = this.shutdown;
    return new DatasetReader(new LimitedProcess(this.file, this.limits, { signal, hasInput: true }));
  }

  onApplicationShutdown(): void {
    this.shutdown.abort();
  }
}

/** A process that receives a file while it arrives, and then reads it. Call `end` in any case. */
export class DatasetReader {
  constructor(private readonly process: LimitedProcess<ReadDatasetTask, DatasetResult>) {}

  /** Passes the file on, so that this process never has more than a few chunks of it. Returns its size and its SHA-256. */
  async send(chunks: AsyncIterable<Buffer>): Promise<{ byteCount: number; sha256: string }> {
    const hash = createHash('sha256');
    let byteCount = 0;
    const passed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        byteCount += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(passed, this.process.input);
    } catch (error) {
      // The process ended while it received the file.
      if (error instanceof Error && 'code' in error && error.code === 'EPIPE')
        throw problemOf(await this.process.failure());
      throw error;
    }
    return { byteCount, sha256: hash.digest('hex') };
  }

  /** Throws {@link AppError} `invalid_dataset`. */
  async read(format: FileFormat): Promise<ReadDataset> {
    const result = await this.process.answer({ format }).catch((error: unknown) => {
      throw problemOf(error);
    });
    if (result.ok) return result;
    throw invalid(result.message, result.line);
  }

  end(): void {
    this.process.end();
  }
}

const invalid = (message: string, line?: number) =>
  AppError.withIssues('invalid_dataset', [{ path: line === undefined ? '' : `lines.${line}`, message }]);

/** A limit is a problem of the file. */
const problemOf = (error: unknown) => (error instanceof ProcessLimitError ? invalid(advice[error.limit]) : error);
