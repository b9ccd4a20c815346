import { coverageCases } from '../../bench/interval-coverage/cases.js';
import { randomOf } from '../../bench/interval-coverage/random.js';
import { calibrate } from '../../model/fitting/calibrate.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { posteriorsOf } from '../../model/fitting/results/estimates.js';
import { baselineScenario } from '../../model/definition.js';
import { simulate } from '../../model/simulate.js';

const own = coverageCases().find(({ name }) => name === 'class_membership')!;
interface Draft {
  readonly definition: {
    readonly decision: { readonly terms: { id: string }[]; readonly coefficients: { id: string }[] };
  };
  readonly data: { readonly columns: Record<string, unknown> };
}
const draft = own.recipe as Draft;
const recipe = parseRecipe({ ...draft, fit: { baseline_reason: 'The fares of the data vary.' } });

describe('A calibration of latent classes with attributes in their log odds', () => {
  const { data } = own.draw(randomOf(4));
  const calibration = calibrate({ recipe, data, calibratedOn: '2026-11-27' });
  const { definition } = calibration;

  it('The estimates agree with the coefficients of the data, also in the log odds', () => {
    // The first class of the data is the larger one, so it is also the first class of the fit.
    const truth = {
      ...{ cost: -0.5, time: -0.1, second_cost: -0.05, second_time: -1.2 },
      ...{ second_log_odds: -0.8 - 1.35, second_member: 1.4, second_age: 0.3 },
    };
    for (const [id, value] of Object.entries(truth)) {
      const { estimate, standard_error: error } = definition.evidence.estimates.find((one) => one.coefficient === id)!;
      expect({ id, isClose: Math.abs(estimate - value) < 3 * error }).toEqual({ id, isClose: true });
    }
  });

  it('Predictions of held-out answers use the shares of each respondent', () => {
    const [logLoss] = definition.evidence.hold_out.scores;
    expect(logLoss!.value).toBeLessThan(logLoss!.null_value!);
  });

  it('Mean posterior probabilities of members and others follow their shares', () => {
    const { columns, respondents } = posteriorsOf(calibration, recipe, data)!;
    const second = columns.find(({ name }) => name === 'class_second')!.values;
    const isMember = new Map(data.columns.get('id')!.map((id, row) => [id, data.columns.get('member')![row] === '1']));
    const meanOf = (member: boolean) => {
      const values = Array.from(second).filter((_, k) => isMember.get(respondents[k]!) === member);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect(meanOf(true)).toBeGreaterThan(meanOf(false) + 0.2);
  });

  it('Simulated members belong to the second class more often', () => {
    const { columns } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 2_000 });
    const valuesOf = (name: string) => columns.find((column) => column.name === name)!.values;
    const [member, classes] = [valuesOf('attribute.member'), valuesOf('class')];
    const shareOf = (code: number) => {
      const rows = Array.from(classes).filter((_, row) => member[row] === code);
      return rows.filter((value) => value === 1).length / rows.length;
    };
    expect(shareOf(1)).toBeGreaterThan(shareOf(0) + 0.2);
  });

  it('The recipe needs the columns of attributes that only the log odds use', () => {
    const changed = structuredClone(draft);
    delete changed.data.columns['attribute.age'];
    const { decision } = changed.definition;
    const withoutAge = (list: { id: string }[]) => list.filter(({ id }) => id !== 'age_car');
    Object.assign(decision, { terms: withoutAge(decision.terms), coefficients: withoutAge(decision.coefficients) });
    expect(() => parseRecipe(changed)).toThrow(/the decision requires attribute\.age/);
  });
});
