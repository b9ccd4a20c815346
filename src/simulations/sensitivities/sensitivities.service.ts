import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { maxSensitivityEvaluations, resolveSensitivity, type SensitivityRequest } from '../../engine/analyses.js';
import { resolveScenario } from '../../engine/definition.js';
import type { AdjustedWorkflow } from '../adjustments/adjusted-workflow.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import { Simulations } from '../simulations.service.js';
import { Studies, type PlannedStudy } from '../studies/studies.service.js';
import type { SensitivityDryRun } from './sensitivity-dry-run.schema.js';
import { toSensitivityFields, toSensitivityRecord, type SensitivityRecord } from './sensitivity.record.js';
import { defaultSensitivityAgents, type CreateSensitivity } from './sensitivity.schema.js';

interface PlannedSensitivity extends PlannedStudy {
  study: { kind: 'sensitivity'; request: SensitivityRequest };
}

@Injectable()
export class Sensitivities {
  constructor(
    private readonly simulations: Simulations,
    private readonly studies: Studies,
  ) {}

  /** Queues a sensitivity analysis and reserves its quota in one transaction. */
  async create(
    caller: Caller,
    request: CreateSensitivity,
    idempotencyKey: string | undefined,
  ): Promise<{ record: SensitivityRecord; replayed: boolean }> {
    const prepared = await this.simulations.prepare(caller, withAgentCount(request));
    const plan = () => this.planOf(caller, prepared.workflow, prepared.request);
    return this.studies.create(
      caller,
      { route: 'POST /v1/sensitivities', payload: request, idempotencyKey },
      plan,
      toSensitivityRecord,
    );
  }

  /** Estimates the cost of a sensitivity analysis. Writes nothing. */
  async estimate(caller: Caller, request: CreateSensitivity): Promise<SensitivityDryRun> {
    const prepared = await this.simulations.prepare(caller, withAgentCount(request));
    const planned = this.planOf(caller, prepared.workflow, prepared.request);
    const estimate = await this.studies.estimate(caller, planned);
    return { object: 'sensitivity_dry_run', ...estimate, ...toSensitivityFields(planned.study.request) };
  }

  /** Fills in the defaults of a request. Throws {@link AppError} if it is invalid. Writes nothing. */
  private planOf(
    caller: Caller,
    workflow: AdjustedWorkflow | AppError,
    request: CreateSensitivity,
  ): PlannedSensitivity {
    const { parameters, include_coefficients, trajectories, samples, max_parameters, ...rest } = request;
    const base = this.simulations.planOf(caller, workflow, rest);
    const resolved = resolveSensitivity(base.workflow.definition, {
      parameters,
      include_coefficients: include_coefficients ?? true,
      trajectories: trajectories ?? 10,
      samples: samples ?? 128,
      max_parameters: max_parameters ?? 8,
    });
    if (!resolved.ok) throw AppError.withIssues('invalid_sensitivity', resolved.issues);
    return {
      base: { ...base, warnings: [...base.warnings, ...rangeWarnings(base, resolved.request)] },
      study: { kind: 'sensitivity', request: resolved.request },
      maxEvaluations: maxSensitivityEvaluations(resolved.request),
    };
  }
}

/** Before the adjustments, because calibration targets are matched over the agents of the analysis. */
function withAgentCount(request: CreateSensitivity): CreateSensitivity {
  return { ...request, agent_count: request.agent_count ?? defaultSensitivityAgents };
}

/** Ends of ranges outside the calibrated range. */
function rangeWarnings(base: PlannedSimulation, { parameters }: SensitivityRequest): PlannedSimulation['warnings'] {
  return (['from', 'to'] as const).flatMap((end) => {
    const context = Object.fromEntries(
      parameters.flatMap((own): [string, number][] => ('options' in own ? [] : [[own.name, own[end]]])),
    );
    const resolved = resolveScenario(base.workflow.definition, context);
    return resolved.ok ? resolved.warnings : [];
  });
}
