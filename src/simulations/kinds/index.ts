import type { Simulation } from '../../platform/database/generated/client.js';
import { AppError } from '../../common/errors/app-error.js';
import { isPrefixedId } from '../../common/crypto.js';
import { isGroup, type RegisteredKind, type RunKind, type RunRequest, type RunCodes } from '../run.kind.js';
import { recordFormat } from '../run.record.js';
import type { RunRow } from '../run.row.js';
import { biasReportKind } from './bias-report.kind.js';
import { fitKind } from './fit.kind.js';
import { goalKind } from './goal.kind.js';
import { largeSimulationKind } from './large-simulation.kind.js';
import { sensitivityKind } from './sensitivity.kind.js';
import { simulationKind } from './simulation.kind.js';
import { surveyKind } from './survey.kind.js';
import { sweepKind } from './sweep.kind.js';
import { addErrors, issues, type RunErrorCode } from '../../common/errors/error-codes.js';

export const runCodes: RunCodes = {
  notFound: 'run_not_found',
  notComplete: 'run_not_complete',
  notFinished: 'run_not_finished',
  alreadyFinished: 'run_already_finished',
};

export const simulationCodes: RunCodes = {
  notFound: 'simulation_not_found',
  notComplete: 'simulation_not_complete',
  notFinished: 'simulation_not_finished',
  alreadyFinished: 'simulation_already_finished',
};

/** Adds the error code of requests that do not fit the workflow: `invalid_goal`. */
export function addInvalid({ name, noun }: Pick<RunKind, 'name' | 'noun'>): RunErrorCode {
  const invalid = {
    code: `invalid_${name}`,
    status: 400,
    message: `The ${noun} does not fit the workflow. \`meta.issues\` lists each problem. GET /v1/case-studies/{workflow_id} returns the parameters, outcomes, measures and variables of the workflow.`,
    meta: { issues },
  } as const;
  return addErrors({ invalid }).invalid;
}

const kinds = new Map<string, RegisteredKind>();

/** Adds a kind before the modules of the service are loaded. Its routes and events follow from it. */
export function addKind<Request extends RunRequest, Plan extends object, Result extends object>(
  added: RunKind<Request, Plan, Result>,
): void {
  const kind = { planOf: ({ request }: RunRow) => request as object, ...(added as unknown as RunKind) };
  kinds.set(kind.name, {
    ...kind,
    codes: kind.work === 'agents' ? simulationCodes : runCodes,
    invalid: kind.hasIssues ? addInvalid(kind) : undefined,
    format: kind.record ?? recordFormat(kind),
  });
}

addKind(simulationKind);
addKind(sweepKind);
addKind(goalKind);
addKind(sensitivityKind);
addKind(fitKind);
addKind(surveyKind);
addKind(biasReportKind);
addKind(largeSimulationKind);

export const runKinds = (): RegisteredKind[] => [...kinds.values()];

export function kindNamed(name: string): RegisteredKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no kind of run is named ${name}`);
  return kind;
}

/** Returns the kind of a run at `/v1/runs` by the prefix of its id. Throws {@link AppError} `run_not_found`. */
export function kindOfRun(id: string): RegisteredKind {
  const kind = runKinds().find(({ idPrefix }) => isPrefixedId(idPrefix, id));
  if (!kind) throw new AppError(runCodes.notFound);
  return { ...kind, codes: runCodes };
}

/** Returns the kind of a run by the prefix of its id. */
export function kindOfId(id: string): RegisteredKind {
  const kind = runKinds().find(({ idPrefix }) => id.startsWith(`${idPrefix}_`));
  if (!kind) throw new Error(`no kind of run has ids like ${id}`);
  return kind;
}

/** The events of finished runs. A group has one event, because its status follows from its simulations. */
export const runEventTypes = (): string[] =>
  runKinds().flatMap(({ name, work }) =>
    (isGroup(work) ? ['completed'] : ['completed', 'failed', 'canceled']).map((status) => `${name}.${status}`),
  );

export const runAuditActions = (): string[] => runKinds().map(({ name }) => `${name}.deleted`);

export const kindOf = ({ kind }: Pick<Simulation, 'kind'>) => kindNamed(kind);
