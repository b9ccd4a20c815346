import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { rowsOf } from '../tables/table.js';
import { tableFormat, tableReply } from '../tables/table-reply.js';
import type { TableQuery } from '../tables/table.schema.js';
import { ensembleTable } from './ensemble-table.js';
import { Ensembles } from './ensembles.service.js';

/** Exports the results of ensembles. */
@Injectable()
export class EnsembleTables {
  constructor(private readonly ensembles: Ensembles) {}

  /** Throws {@link AppError} `not_acceptable`, `ensemble_not_found`, `ensemble_not_complete`. */
  async read(caller: Caller, id: string, query: TableQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const { record } = await this.ensembles.findCompleted(caller, id);
    const columns = ensembleTable(record);
    return tableReply(format, id, { json: () => ({ data: rowsOf(columns) }), columns: () => columns });
  }
}
