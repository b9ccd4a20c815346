import { join } from 'node:path';
import { AppError } from '../common/errors/app-error.js';
import type { FileFormat } from '../common/table-files/read-table.js';
import { apiMemory } from '../config/memory-limits.js';
import { ProcessLimitError, type ProcessLimits } from '../platform/process/limited-process.js';
import { maxProcessMs, type ProcessTurns } from '../platform/process/process-turns.service.js';
import type { DatasetResult, ReadDataset, ReadDatasetTask } from './read-dataset.js';

/** What a caller can change if the file takes too long or too much memory. */
const advice: Record<ProcessLimitError['limit'], string> = {
  time: 'the file takes too long to read: send a random sample of its rows, or remove columns',
  memory: 'the file needs too much memory: send a random sample of its rows, or remove columns',
};

/** A file of 50 MB takes up to 20 s of processor time. */
const usualLimits: ProcessLimits = {
  memoryMb: apiMemory.childProcess.memoryMb,
  cpuSeconds: 60,
  timeoutMs: maxProcessMs,
};

/** Reads files, each in a process of its own. */
export class DatasetProcess {
  constructor(
    private readonly turns: ProcessTurns,
    private readonly file = join(import.meta.dirname, 'read-dataset.process.js'),
    private readonly limits = usualLimits,
  ) {}

  /**
   * Reads the file when its organization has a turn. `use` stores the result in the same turn, so that few results are in memory. Throws
   * {@link AppError} `invalid_dataset`, and like {@link ProcessTurns.inTurn}.
   *
   * @param descriptor of the open file
   */
  read<Result>(
    organizationId: string,
    format: FileFormat,
    descriptor: number,
    use: (read: ReadDataset) => Promise<Result>,
  ): Promise<Result> {
    const { file, limits } = this;
    return this.turns.inTurn(organizationId, async (run) => {
      const reading = run<ReadDatasetTask, DatasetResult>({ file, limits }, { format }, descriptor);
      const result = await reading.catch((error: unknown) => {
        throw error instanceof ProcessLimitError ? invalid(advice[error.limit]) : error;
      });
      if (!result.ok) throw invalid(result.message, result.line);
      return use(result);
    });
  }
}

const invalid = (message: string, line?: number) =>
  AppError.withIssues('invalid_dataset', [{ path: line === undefined ? '' : `lines.${line}`, message }]);
