import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { creationOf } from '../../simulations/reproduce.js';
import { codebookOf } from '../../simulations/results/agent-table.js';
import { CompletedSimulations } from '../../simulations/results/completed-simulations.service.js';
import { tableFormat, TableReplies, type TableQuery } from '../../simulations/tables/table-replies.service.js';
import { tableOf, text } from '../../simulations/tables/table.js';
import { SimulationViews } from '../simulation-views.service.js';
import { type Notebook, notebookOf } from './notebook.js';

/** Files for work with a simulation in other programs. */
@Injectable()
export class Exports {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly views: SimulationViews,
    private readonly tables: TableReplies,
  ) {}

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `results_expired`, `not_acceptable`. */
  async codebook(
    caller: Caller,
    id: string,
    { query, accept }: { query: TableQuery; accept: string | undefined },
  ): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const completed = await this.completed.find(caller, id);
    const { columns } = await this.completed.decided(caller, completed);
    const entries = codebookOf(completed.workflow.definition, columns);
    const rows = entries.flatMap(({ values, ...entry }) =>
      (values.length > 0 ? values : [{ value: null, label: null }]).map(({ value, label }) => ({
        ...{ ...entry, value, value_label: label },
      })),
    );
    const table = tableOf(rows, [
      ...(['column', 'label', 'unit', 'description', 'value', 'value_label'] as const).map((name) =>
        text<(typeof rows)[number]>(name, (row) => row[name]),
      ),
    ]);
    return this.tables.reply(caller, format, `${id}-codebook`, { columns: () => table });
  }

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `service_unavailable`. */
  async notebook(caller: Caller, id: string): Promise<Notebook> {
    const { simulation, workflow } = await this.completed.find(caller, id);
    const { definition } = workflow;
    return notebookOf({
      id,
      digest: simulation.digest ?? '',
      view: await this.views.view(caller, id, { analyses: 'false' }),
      creation: creationOf(kindNamed('simulation'), simulation, definition),
      citation: definition.evidence.data.citation,
    });
  }
}
