import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { rowsOf, type TableColumn } from '../tables/table.js';
import { tableFormat, tableReply } from '../tables/table-reply.js';
import type { TableQuery } from '../tables/table.schema.js';
import { Studies } from './studies.service.js';
import type { StudyKind } from './study.js';

/** A kind of study, and the table of its result. */
interface StudyTable {
  kind: StudyKind;
  columnsOf: (row: Simulation) => TableColumn[];
}

/** Exports the results of studies. */
@Injectable()
export class StudyTables {
  constructor(private readonly studies: Studies) {}

  /** Returns the table of a completed study. Throws {@link AppError} `not_acceptable`, `…_not_found`, `…_not_complete`. */
  async read(
    caller: Caller,
    { kind, columnsOf }: StudyTable,
    id: string,
    { query, accept }: { query: TableQuery; accept: string | undefined },
  ): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const { row } = await this.studies.findCompleted(caller, kind, id);
    const columns = columnsOf(row);
    return tableReply(format, id, { json: () => ({ data: rowsOf(columns) }), columns: () => columns });
  }
}
