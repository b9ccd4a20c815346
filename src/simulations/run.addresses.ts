import { z } from 'zod';
import type { ApiTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { pageQueryShape, type PageQuery } from '../common/pagination/page.js';
import { kindNamed, kindOfRun, runKinds, runCodes } from './kinds/index.js';
import { simulationKind } from './kinds/simulation.kind.js';
import { runFilters } from './run-filters.js';
import type { RegisteredKind, RunCodes, RunRecord } from './run.kind.js';
import type { RunStore } from './run-store.service.js';

/** Where runs are read and changed: simulations at their own address, and runs of all kinds at `/v1/runs`. */
export interface RunAddress {
  readonly path: string;
  readonly noun: string;
  readonly plural: string;
  readonly tag: ApiTag;
  readonly codes: RunCodes;
  readonly kinds: readonly RegisteredKind[];
  readonly texts: Readonly<Record<'list' | 'table' | 'manifest' | 'cancel' | 'remove', string>>;
  readonly query: z.ZodType;
  page(store: RunStore, caller: Caller, query: PageQuery & object): Promise<Reply<RunRecord[]>>;
  /** Throws {@link AppError} `run_not_found` for an id of no kind. */
  readonly kindOf: (id: string) => RegisteredKind;
}

const simulation = kindNamed(simulationKind.name);
const { noun, plural, tag, path, texts, codes } = simulation;

export const simulationAddress: RunAddress = {
  ...{ path, noun, plural, tag, codes },
  kinds: [simulation],
  texts: {
    list: `Returns the simulations of the organization in this tier, newest first. Filters are combined with AND. Points of parameter sweeps appear only with \`sweep_id\`. The summaries have the outcomes, outcome groups and measures of all agents. Their \`curves\`, \`segments\` and \`flows\` are empty; \`GET /v1/simulations/{id}\` returns them.`,
    table: texts.table,
    manifest: texts.manifest ?? '',
    cancel:
      'Cancels a queued or running simulation. A queued one never runs, and its quota is refunded. A running one stops within one second. The event `simulation.canceled` is sent.',
    remove:
      'Hides a finished simulation: reads return 404 from then on, and lists leave it out. Its quota is not refunded, and its webhook deliveries continue. A parameter sweep keeps the values of its point. The stored results are deleted at the end of their retention period.',
  },
  query: z.strictObject({ ...pageQueryShape, ...simulation.filters?.shape }),
  page: (store, caller, query) => store.page(caller, simulation, query),
  kindOf: () => simulation,
};

const kinds = runKinds();

export const byKind = (textOf: (kind: RegisteredKind) => string | undefined): string =>
  kinds.map((kind) => (textOf(kind) === undefined ? '' : `\n\n- \`${kind.name}\`: ${textOf(kind)}`)).join('');

export const runAddress: RunAddress = {
  path: 'runs',
  noun: 'run',
  plural: 'runs',
  tag: { name: 'Runs', description: 'Runs of all kinds: read, wait for, change and cancel them by their ids.' },
  codes: runCodes,
  kinds,
  texts: {
    list: `Returns the runs of the organization in this tier, newest first: ${kinds.map((kind) => kind.plural).join(', ')}. \`object\` is the kind of each record. Points of sweeps are left out; \`GET /v1/simulations?sweep_id=\` lists them. Long fields of results are empty or null; \`GET /v1/runs/{id}\` returns them.`,
    table: `Returns the numbers of a completed run, and of the completed points of a sweep. The columns depend on the kind:${byKind((kind) => kind.texts.table)}\n\n`,
    manifest: `Returns everything needed to compute the result of a completed run again: definition, scenario, request, seed, agent count, engine version and the digest of the result. \`npm run --silent cli -- simulation reproduce manifest.json\` computes it again and compares the digest. \`meta.reproduce\` has programs that create the run again.${byKind((kind) => kind.texts.manifest)}`,
    cancel: `Cancels a queued or running run. A queued one never runs, and its quota is refunded. A running one stops within one second. The event of the kind is sent, such as \`goal.canceled\`.${byKind((kind) => kind.texts.cancel)}`,
    remove:
      'Hides a finished run with its simulations or blocks: reads return 404 from then on, and lists leave it out. Its quota is not refunded, and its webhook deliveries continue. A parameter sweep keeps the values of a deleted point. The stored results are deleted at the end of their retention period.',
  },
  query: z.strictObject({ ...pageQueryShape, ...runFilters }),
  page: (store, caller, query) => store.pageOfAll(caller, query),
  kindOf: kindOfRun,
};
