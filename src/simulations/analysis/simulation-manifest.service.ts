import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import { toManifest, type ManifestRecord } from './manifest.record.js';

@Injectable()
export class SimulationManifest {
  constructor(private readonly completed: CompletedSimulations) {}

  /** Returns everything that is needed to reproduce the results without this service. */
  async read(caller: Caller, id: string): Promise<ManifestRecord> {
    const { simulation, workflow } = await this.completed.find(caller, id);
    return toManifest(simulation, workflow.definition);
  }
}
