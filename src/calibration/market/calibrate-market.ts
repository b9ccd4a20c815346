import { type Decision, type WorkflowDefinition, type WorkflowOf } from '../../engine/definition/definition.schema.js';
import { parseDefinition } from '../../engine/validation/parse-definition.js';
import { baselineScenario } from '../../engine/definition/resolve-scenario.js';
import { isChoice } from '../../engine/definition/scenario.schema.js';
import { type Diffusion, hasMarketProcess } from '../../engine/families/diffusion/schema.js';
import { fitBass } from '../bass.js';
import { digits8 } from '../evidence/round.js';
import { readRows } from '../rows/read-rows.js';
import { fillDraft } from '../spec/fill-draft.js';
import { type Forecast, forecastOf } from './forecast.js';
import { estimatesOf, uncertaintyOf, usualEstimates } from './market-estimates.js';
import { dataEvidence, fitEvidence, holdOut } from './market-evidence.js';
import { marketAgreement } from './market-reference.js';
import { type Places, placesUnder, type Technology, technologiesOf } from './technologies.js';
import { type Calibration, type CalibrationInput } from '../calibration.js';

/** Whether a workflow is fitted to readings of markets, not to people. */
export function isMarket(definition: WorkflowDefinition): definition is WorkflowOf<Diffusion> {
  return isMarketDecision(definition.decision);
}

function isMarketDecision(decision: Decision): decision is Diffusion {
  return decision.family === 'diffusion' && hasMarketProcess(decision);
}

/**
 * From readings of markets to a whole definition: the Bass curve of each by least squares over all its readings. Options of which there are no
 * readings are markets like the others, at their middle, as uncertain as markets differ. What is held out are the later readings of each,
 * foretold from its early ones and from what the other markets let expect. Pure.
 *
 * @throws DataError for data that cannot be read, CalibrationError for data that cannot carry the model
 */
export function calibrateMarket(input: CalibrationInput, definition: WorkflowOf<Diffusion>): Calibration {
  const { spec } = input;
  const { reference } = spec.fit;
  const technologies = technologiesOf(definition, readRows(spec, input.data));
  const fits = technologies.map(({ readings }) => fitBass(readings));
  const groups = [
    ...technologies.map(({ places }, k) => estimatesOf(places, fits[k]!)),
    ...placesUnseen(definition, technologies).map((places) => usualEstimates(places, fits)),
  ];
  const agreements = marketAgreement(input.reference, reference, groups, fits);
  const document = fillDraft(spec.draft, {
    estimates: new Map(groups.flatMap(({ ids, values }) => ids.map((id, k) => [id, digits8(values[k]!)]))),
    population: { attributes: definition.population.attributes },
    evidence: {
      ...dataEvidence(input, technologies),
      fits: [fitEvidence(technologies, fits, reference?.program, agreements)],
      ...uncertaintyOf(groups),
      hold_out: holdOut(definition.decision, forecastsOf(technologies)),
    },
  });
  return { definition: parseDefinition(document), document, samples: [], agreements };
}

export function forecastsOf(technologies: readonly Technology[]): Forecast[] {
  const fits = technologies.map(({ readings }) => fitBass(readings));
  return technologies.map((_, k) => forecastOf(technologies, fits, k));
}

/** The coefficients of the options of a choice that no readings stand under. */
function placesUnseen(definition: WorkflowOf<Diffusion>, technologies: readonly Technology[]): Places[] {
  const seen = new Set(technologies.map(({ places }) => places.log_innovation));
  const baseline = baselineScenario(definition);
  return definition.scenario.parameters
    .filter(isChoice)
    .flatMap(({ id, options }) => options.map((option) => placesUnder(definition, { ...baseline, [id]: option.id })))
    .filter(({ log_innovation: place }) => !seen.has(place));
}
