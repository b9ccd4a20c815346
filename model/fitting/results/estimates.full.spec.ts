import { describeWithData } from '../../../test/support/calibration-data.js';
import { modesSpec, surveyTable } from '../../../test/support/swissmetro-survey.js';
import { modelOf } from '../calibrate.js';
import type { Calibration } from '../calibration.js';
import { posteriorsOf } from './estimates.js';
import { fitSample } from '../fit-sample.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

describeWithData('swissmetro-mode-choice', 'Posteriors of Swissmetro', () => {
  it('Two latent classes of rows, one of which ignores time, equal the fit of Biogeme, and have a posterior for each row', () => {
    const data = surveyTable();
    const { recipe: expanded } = expandSpec(parseSpec(modesSpec()), data);
    const decision = expanded.definition.decision as { coefficients: object[]; classes?: object[] };
    decision.coefficients.push(
      { id: 'no_time', label: 'Time, of the careless', estimate: 0, fixed: true },
      { id: 'log_odds', label: 'Log odds of the careless' },
    );
    decision.classes = [
      { id: 'attentive', label: 'Attentive', phrase: 'I look at the time', coefficients: {} },
      {
        ...{ id: 'careless', label: 'Careless', phrase: 'I do not look at the time', log_odds: 'log_odds' },
        coefficients: { time: 'no_time' },
      },
    ];
    const recipe = parseRecipe(expanded);
    const model = modelOf({ recipe, data });
    const fitted = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
    const { fit } = fitted;
    expect(fit.logLikelihood).toBeCloseTo(-5208.498, 2);
    const posteriors = posteriorsOf(
      { samples: [{ fitted }], held: { model } } as unknown as Calibration,
      recipe,
      data,
    )!;
    expect([posteriors.respondents.length, posteriors.respondents[0]]).toEqual([6_768, '2']);
    const [attentive, careless] = posteriors.columns;
    expect([attentive!.name, careless!.name]).toEqual(['class_attentive', 'class_careless']);
    attentive!.values.forEach((value, row) => expect(value + careless!.values[row]!).toBeCloseTo(1, 12));
    // At the maximum, the mean of the posterior probabilities is the share of the class.
    expect(attentive!.values.reduce((sum, value) => sum + value, 0) / 6_768).toBeCloseTo(0.749, 3);
    expect(fit.names).toEqual(['constant_car', 'constant_train', 'time', 'cost', 'log_odds']);
    const share = 1 / (1 + Math.exp(-fit.estimates[4]!));
    expect(Math.abs(share - 0.251)).toBeLessThan(1e-3);
    // Robust standard errors of the report of Biogeme 3.2.7.
    [0.0507, 0.062, 0.172, 0.0856].forEach((robust, k) =>
      expect(Math.abs(fit.robustStandardErrors[k]! / robust - 1)).toBeLessThan(0.01),
    );
  });
});
