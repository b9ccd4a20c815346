import { describeWithData } from '../../../../test/support/calibration-data.js';
import { modesSpec, surveyTable } from '../../../../test/support/swissmetro-survey.js';
import type { ConditionalLogit } from '../../../engine/families/conditional-logit/conditional-logit.schema.js';
import { agentRenderer } from '../../../engine/simulation/render-agent.js';
import { baselineScenario } from '../../../engine/definition.js';
import { simulate } from '../../../engine/simulate.js';
import { calibrate, modelOf } from '../../calibrate.js';
import { fitSample } from '../../fit-sample.js';
import { parseRecipe } from '../../recipe/parse-recipe.js';
import { expandSpec } from '../../spec/expand-spec.js';
import { parseSpec } from '../../spec/parse-spec.js';

describeWithData('swissmetro-mode-choice', 'Short specs of Swissmetro', () => {
  const fitOf = (nests: string, time?: string) => {
    const table = surveyTable();
    const recipe = parseRecipe(expandSpec(parseSpec(modesSpec(nests, time)), table).recipe);
    const model = modelOf({ recipe, data: table });
    return {
      decision: recipe.definition.decision as ConditionalLogit,
      fit: fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit,
    };
  };

  // Most of the time of a calibration goes to agents and to held-out rows, for which a part of the survey is enough.
  const definitionOf = (nests: string, { time, step = 4 }: { time?: string; step?: number } = {}) => {
    const data = surveyTable((_, at) => at % step === 0);
    const recipe = parseRecipe(expandSpec(parseSpec(modesSpec(nests, time)), data).recipe);
    return calibrate({ recipe, data, calibratedOn: '2026-11-27' }).definition;
  };

  it('A short spec gives the same fit from a list of nests, with labels for its coefficients', () => {
    const { decision, fit } = fitOf('{ existing: [train, car], public: [train, swissmetro] }');
    expect(fit.logLikelihood).toBeCloseTo(-5214.049, 2);
    expect(decision.coefficients.slice(-3).map(({ label }) => label)).toEqual([
      'Dissimilarity of Existing',
      'Dissimilarity of Public',
      'Share of Train in Existing',
    ]);
    expect(1 / fit.estimates[fit.names.indexOf('dissimilarity_public')]!).toBeCloseTo(4.114, 2);
  });

  it('A nest whose alternatives are no close substitutes is refused with its name', () => {
    expect(() => fitOf('{ fast: [swissmetro, car] }')).toThrow(
      /^the dissimilarity of the nest "Fast" is 2\.\d\d, above 1: its alternatives are not closer substitutes/,
    );
  });

  it('A calibration with nests gives a definition with evidence that simulates', () => {
    const definition = definitionOf('{ existing: [train, car] }', { step: 2 });
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (BFGS, then Newton)');
    const [logLoss] = definition.evidence.hold_out.scores;
    const plain = definitionOf('{}', { step: 2 });
    expect(logLoss!.value).toBeLessThan(plain.evidence.hold_out.scores[0]!.value);
    expect(logLoss!.null_value).toBe(plain.evidence.hold_out.scores[0]!.null_value);
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A calibration with a scale by survey gives a definition with evidence that simulates', () => {
    const { fit } = fitOf('{}\n  scale: survey');
    // With a free cost and a scale of 1 for rail, the likelihood is the same as with a fixed cost and two scales.
    expect(fit.logLikelihood).toBeCloseTo(-4976.691, 2);
    expect(Math.abs(fit.estimates[fit.names.indexOf('scale_survey_road')]! - 1.493 / 0.357)).toBeLessThan(0.01);
    const definition = definitionOf('{}\n  scale: survey');
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (Newton)');
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Scale of Survey road');
    const decided = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
  });

  it('A calibration with a Box-Cox transform equals the fit of Biogeme, and gives a definition that simulates', () => {
    const { fit } = fitOf('{}', 'box_cox(time)');
    // Biogeme 3.3, example b08. The travel time by car of respondents without a car is 0.
    expect(fit.logLikelihood).toBeCloseTo(-5292.095, 2);
    expect(Math.abs(fit.estimates[fit.names.indexOf('lambda_time')]! - 0.51)).toBeLessThan(1e-3);
    const definition = definitionOf('{}', { time: 'box_cox(time)' });
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Box-Cox power of Time');
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A Box-Cox transform is fitted together with nests and scales', () => {
    const { fit: plain } = fitOf('{ existing: [train, car] }\n  scale: survey');
    const { fit } = fitOf('{ existing: [train, car] }\n  scale: survey', 'box_cox(time)');
    expect(fit.logLikelihood).toBeGreaterThan(plain.logLikelihood + 40);
    expect(fit.names.slice(-3)).toEqual(['dissimilarity_existing', 'scale_survey_road', 'lambda_time']);
  });
});
