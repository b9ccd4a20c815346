import { describeWithData } from '../../../test/support/calibration-data.js';
import { modesSpec, surveyTable } from '../../../test/support/swissmetro-survey.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { agentRenderer } from '../../simulation/render-agent.js';
import { baselineScenario, type WorkflowOf } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate, modelOf } from '../../fitting/calibrate.js';
import { fitSample } from '../../fitting/fit-sample.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

/** Replicates of the population take much of the time of a calibration. */
const fewReplicates = 'fit: { population_replicates: 20 }';

describeWithData('swissmetro-mode-choice', 'Specs of Swissmetro with a formula', () => {
  const fitOf = (alternatives: string, time?: string) => {
    const table = surveyTable();
    const recipe = parseRecipe(expandSpec(parseSpec(modesSpec(alternatives, { time })), table).recipe);
    const model = modelOf({ recipe, data: table });
    return fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit;
  };

  // Most of the time of a calibration goes to agents and to held-out rows, for which a part of the survey is enough.
  const definitionOf = (alternatives: string, { time, step = 4 }: { time?: string; step?: number } = {}) => {
    const data = surveyTable((_, at) => at % step === 0);
    const spec = modesSpec(alternatives, { time, rest: fewReplicates });
    const recipe = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
    return calibrate({ recipe, data, calibratedOn: '2026-11-27' }).definition;
  };

  it('A nest whose alternatives are no close substitutes is refused with its name', () => {
    expect(() => fitOf('nests: { fast: [swissmetro, car] }')).toThrow(
      /^the dissimilarity of the nest "Fast" is 2\.\d\d, above 1: its alternatives are not closer substitutes/,
    );
  });

  it('A calibration with nests gives a definition with evidence that simulates', () => {
    const definition = definitionOf('nests: { existing: [train, car] }', { step: 2 });
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (BFGS, then Newton)');
    const [logLoss] = definition.evidence.hold_out.scores;
    const plain = definitionOf('', { step: 2 });
    expect(logLoss!.value).toBeLessThan(plain.evidence.hold_out.scores[0]!.value);
    expect(logLoss!.null_value).toBe(plain.evidence.hold_out.scores[0]!.null_value);
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A calibration with a scale by survey gives a definition with evidence that simulates', () => {
    const definition = definitionOf('scale: survey');
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (Newton)');
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Scale of Survey road');
    const decided = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
  });

  it('A calibration with a Box-Cox transform gives a definition with evidence that simulates', () => {
    const definition = definitionOf('', { time: 'box_cox(time)' });
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Box-Cox power of Time');
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A calibration with random coefficients of respondents gives a definition with evidence that simulates', () => {
    const data = surveyTable(({ id }) => Number(id) % 8 === 0);
    const random = 'random: { cost: { distribution: log_normal, sign: -1 } }\n  money: cost';
    const spec = modesSpec(random, { rest: `id_column: id\n${fewReplicates}` });
    const recipe = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
    const { definition } = calibrate({ recipe, data, calibratedOn: '2026-11-28' });
    const { decision, evidence } = definition as WorkflowOf<ConditionalLogit>;
    expect(decision).toMatchObject({ money: 'cost' });
    expect(evidence.fits[0]!.method).toContain('quadrature');
    expect(evidence.covariance!.method).toMatch(/^clustered: \d+ clusters$/);
    // An hour by train, car or Swissmetro is worth an amount of money, not a utility.
    expect(decision.coefficients.find(({ id }) => id === 'time')!.estimate).toBeLessThan(0);
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A Box-Cox transform is fitted together with nests and scales', () => {
    const plain = fitOf('nests: { existing: [train, car] }\n  scale: survey');
    const fit = fitOf('nests: { existing: [train, car] }\n  scale: survey', 'box_cox(time)');
    expect(fit.logLikelihood).toBeGreaterThan(plain.logLikelihood + 40);
    expect(fit.names.slice(-3)).toEqual(['dissimilarity_existing', 'scale_survey_road', 'lambda_time']);
  });
});
