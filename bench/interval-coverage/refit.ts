import { fitBass } from '../../src/calibration/bass.js';
import { modelOf } from '../../src/calibration/calibrate.js';
import { estimatePopulation } from '../../src/calibration/evidence/estimate-population.js';
import { populationErrorOf } from '../../src/calibration/evidence/population-error.js';
import type { Evidence, PopulationError, WorkflowDefinition } from '../../src/engine/definition.js';
import { parseDefinition } from '../../src/engine/simulate.js';
import { calibratedSample, uncertaintyEvidence } from '../../src/calibration/evidence/fit-evidence.js';
import { digits8 } from '../../src/calibration/evidence/round.js';
import { fitSample, type Model } from '../../src/calibration/fit-sample.js';
import { isMarket } from '../../src/calibration/market/calibrate-market.js';
import { marketEstimatesOf, uncertaintyOf } from '../../src/calibration/market/market-estimates.js';
import { technologiesOf } from '../../src/calibration/market/read-technologies.js';
import { readRows } from '../../src/calibration/rows/read-rows.js';
import { fillDraft, recordOf } from '../../src/calibration/spec/fill-draft.js';
import type { CalibrationSpec } from '../../src/calibration/spec/parse-spec.js';
import { familyOf } from '../../src/engine/families/family-of.js';
import type { SimulatedData } from './coverage-case.js';
import { randomNetwork } from './interacting-cases.js';

/**
 * Fits the model of a spec to all rows and assembles the definition, as `calibrate` does. It omits the second fit, the
 * held-out evaluation and the bootstrap of the population, which do not change the estimates and take most of the time.
 *
 * @param population error of the population. Undefined if the model has none
 */
export function refit(spec: CalibrationSpec, data: SimulatedData, population?: PopulationError): WorkflowDefinition {
  return isMarket(spec.definition) ? refitMarket(spec, data) : refitModel(spec, modelOf({ spec, ...data }), population);
}

/**
 * Error of the population, by the bootstrap of the calibrator. It depends on the model and on the number of
 * respondents, so that one data set is enough for all repetitions. It omits the differences between this data set and
 * its synthetic population.
 */
export function bootstrapPopulation(spec: CalibrationSpec, data: SimulatedData): PopulationError | undefined {
  if (isMarket(spec.definition)) return undefined;
  const model = modelOf({ spec, ...data });
  const error = populationErrorOf(spec, model, refitModel(spec, model));
  return error && { ...error, checks: [] };
}

function refitModel(spec: CalibrationSpec, model: Model, population?: PopulationError): WorkflowDefinition {
  const { definition, fit } = spec;
  const fitted = fitSample(model, Int32Array.from(model.observations.row.keys()), fit);
  const linear = familyOf(definition.decision).linear(definition.decision);
  const sample = calibratedSample(linear, model, 'full', fitted);
  return assembled(spec, {
    estimates: new Map(Array.from(sample.estimates, ([id, { estimate }]) => [id, estimate])),
    population: estimatePopulation(spec, model),
    ...withNetwork(spec, model),
    evidence: { ...uncertaintyEvidence(sample, fit), ...(population && { errors: { population } }) },
  });
}

/** The network of the respondents is known, so that only the estimates have errors. */
function withNetwork({ draft }: CalibrationSpec, { observations }: Model) {
  if (!observations.network) return {};
  const decision = recordOf(draft.decision);
  return { decision: { ...decision, process: { ...recordOf(decision.process), network: randomNetwork } } };
}

function refitMarket(spec: CalibrationSpec, { data }: SimulatedData): WorkflowDefinition {
  const { definition } = spec;
  if (!isMarket(definition)) throw new Error('the definition is not a market');
  const [technology] = technologiesOf(definition, readRows(spec, data));
  const group = marketEstimatesOf(technology!.coefficients, fitBass(technology!.readings));
  return assembled(spec, {
    estimates: new Map(group.ids.map((id, k) => [id, digits8(group.values[k]!)])),
    population: { attributes: [] },
    evidence: uncertaintyOf([group]),
  });
}

type Values = Omit<Parameters<typeof fillDraft>[1], 'evidence'> & { evidence: Partial<Evidence> };

function assembled({ draft, definition }: CalibrationSpec, values: Values): WorkflowDefinition {
  const { evidence } = definition;
  return parseDefinition(fillDraft(draft, { ...values, evidence: { ...evidence, ...values.evidence } }));
}
