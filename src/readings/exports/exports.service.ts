import { Injectable, Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { creationOf } from '../../simulations/reproduce.js';
import { codebookOf } from '../../simulations/results/agent-table.js';
import { CompletedSimulations } from '../../simulations/results/completed-simulations.service.js';
import {
  tableFormat,
  TableReplies,
  type TableQuery,
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
} from '../../simulations/tables/table-replies.service.js';
import { tableOf, text } from '../../simulations/tables/table.js';
import { SimulationViews } from '../simulation-views.service.js';
import { markdownText } from '../../../clients/typescript/src/mcp/markdown.js';
import type { View } from '../../simulations/view/view.schema.js';
import type { Response } from 'express';
import { z } from 'zod';
import { sendBody } from '../../common/http/content-encoding.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';

type Cell =
  | { cell_type: 'markdown'; id: string; metadata: object; source: string[] }
  | { cell_type: 'code'; id: string; metadata: object; execution_count: null; outputs: []; source: string[] };

/** A notebook in the format of Jupyter, nbformat 4.5. */
interface Notebook {
  cells: Cell[];
  metadata: object;
  nbformat: 4;
  nbformat_minor: 5;
}

interface NotebookInput {
  id: string;
  digest: string;
  view: View;
  /** Expression of Python that creates the same run: `client.simulations.run({…})`. */
  creation: string;
  citation: string;
}

/**
 * A notebook that reads a simulation, shows its figures and agents, and runs it again. Words of the definition and of the caller are only in
 * its texts, with escaped markup: they cannot become code.
 */
function notebookOf({ id, digest, view, creation, citation }: NotebookInput): Notebook {
  const { title, facts, question, scenario, headline, limits } = view;
  const cells = [
    markdown(
      `# ${markdownText(title)}`,
      [...facts, id].map(markdownText).join(' · '),
      ...(question === null ? [] : [`Question: ${markdownText(question)}`]),
      ...scenario.map(markdownText),
      `**${markdownText(headline.text)}**`,
    ),
    markdown(
      'This notebook needs the client for Python, pandas and matplotlib, and `SVC_URL` and `SVC_API_KEY` in the environment.',
    ),
    code(
      'import pandas',
      'from simulation_service import SimulationService',
      '',
      'client = SimulationService()',
      `run = client.simulations.get(${JSON.stringify(id)})`,
    ),
    markdown(
      '## Figures',
      'Shares with their 95% intervals. The sentences below name the errors that the intervals do not contain.',
    ),
    code(
      'columns = ["label", "share", "interval", "baseline_share", "difference", "difference_interval"]',
      'shares = pandas.DataFrame(run["summary"]["outcomes"])[columns]',
      'shares',
    ),
    code('run.plot()'),
    markdown('## Agents'),
    code('agents = run.to_pandas()', 'agents.head()'),
    code('agents["outcome"].value_counts(normalize=True)'),
    markdown(
      '## The same run again',
      'The digest covers all agents. It is the same if the versions of the workflow and of the engine are the same.',
    ),
    code(
      `again = ${creation}`,
      'digest = client.simulations.manifest(again.id)["digest"]',
      `assert digest == ${JSON.stringify(digest)}, "Another version of the workflow or the engine"`,
      'digest',
    ),
    markdown('## How far to trust it', view.trust.map((sentence) => `- ${markdownText(sentence)}`).join('\n')),
    markdown('## Limits', limits.map((limit) => `- ${markdownText(limit)}`).join('\n')),
    markdown('## Source of the data', markdownText(citation)),
  ];
  return {
    cells: cells.map((cell, k) => ({ ...cell, id: `cell-${k + 1}` })),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

const markdown = (...paragraphs: string[]): Cell => ({
  ...{ cell_type: 'markdown', id: '', metadata: {} },
  source: linesOf(paragraphs.join('\n\n')),
});

const code = (...lines: string[]): Cell => ({
  ...{ cell_type: 'code', id: '', metadata: {}, execution_count: null, outputs: [] },
  source: linesOf(lines.join('\n')),
});

/** Each line keeps its end, as the format has it. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

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
    const format = tableFormat(query, accept);
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

const parameters = { id: simulationIdSchema };
const notebookType = 'application/x-ipynb+json';

@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Get('codebook')
  @Documented({
    summary: 'Read the codebook of the agents',
    description: `Returns what each column of the agents of a completed simulation contains: its label, unit and description, and one row for each value of a column of categories. ${tableFormatsText} Parquet files of all agents have the same in their metadata, under \`simulation_service.codebook\`.`,
    parameters,
    data: tableRowSchema({ column: 'attribute.sex', label: 'Sex', value: 'female', value_label: 'Female' }).array(),
    ...documentedTable,
    errors: [
      'simulation_not_found',
      'simulation_not_complete',
      'results_expired',
      'not_acceptable',
      'processor_limit_reached',
    ],
  })
  readCodebook(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.exports.codebook(caller, id, { query, accept });
  }

  @Get('notebook')
  @Documented({
    summary: 'Read a notebook',
    description:
      'Returns a Jupyter notebook (nbformat 4.5) for a completed simulation. With the client for Python, it reads the figures and the agents, plots the shares with their intervals, creates the same run again and compares the digests. It contains no key: `SVC_URL` and `SVC_API_KEY` come from the environment.',
    parameters,
    content: {
      [notebookType]: z.looseObject({
        nbformat: z.literal(4),
        nbformat_minor: z.literal(5),
        cells: z.array(z.looseObject({})),
      }),
    },
    withoutExample: true,
    headers: ['Content-Disposition'],
    errors: ['simulation_not_found', 'simulation_not_complete'],
  })
  async readNotebook(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const notebook = await this.exports.notebook(caller, id);
    response.setHeader('Content-Disposition', `attachment; filename="${id}.ipynb"`);
    await sendBody(response, { type: notebookType, text: JSON.stringify(notebook, undefined, 1) });
  }
}
