import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { toManifestFields } from '../analysis/manifest.record.js';
import { ReportThreads } from '../report/report-threads.service.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import { Ensembles } from './ensembles.service.js';
import type { ReportedModel } from './report/ensemble-report-input.js';

/** Renders reports of ensembles. */
@Injectable()
export class EnsembleReport {
  constructor(
    private readonly ensembles: Ensembles,
    private readonly completed: CompletedSimulations,
    private readonly reports: ReportThreads,
  ) {}

  /** Returns the HTML page. Throws {@link AppError} `ensemble_not_found`, `ensemble_not_complete`, `service_unavailable`. */
  async render(caller: Caller, id: string): Promise<string> {
    const { record: ensemble, simulations } = await this.ensembles.findCompleted(caller, id);
    const models = await Promise.all(simulations.map((simulation) => this.modelOf(caller, simulation)));
    return this.reports.render(caller.organizationId, { kind: 'ensemble', input: { ensemble, models } });
  }

  private async modelOf(caller: Caller, simulation: Simulation): Promise<ReportedModel> {
    const { definition } = await this.completed.workflowOf(caller, simulation);
    const { scenario, agent_count, seed, definition_digest, engine_version, digest } = toManifestFields(simulation);
    return {
      name: definition.name,
      parameters: definition.scenario.parameters,
      data: definition.evidence.data,
      ...{ scenario, seed, digest },
      agentCount: agent_count,
      definitionDigest: definition_digest,
      engineVersion: engine_version,
    };
  }
}
