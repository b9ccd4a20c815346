import { renderToStaticMarkup } from 'react-dom/server';
import type { Parameter } from '../../parameter-form';
import { otherParameters } from './plan-values';
import type { Draft } from './draft';
import type { DryRunEstimate, Interpretation } from './question-types';
import { pathOf } from './requests';
import { Variations } from './variations';

const goal = {
  parameter: 'swissmetro_fare',
  objective: { goal: 'reach', share: 'swissmetro', target: 0.7 },
  from: 'which fare gives it a share of 70%',
} as const;

describe('a question that requests a goal', () => {
  it('The plan states the search, its evaluations and what it counts as', () => {
    const estimate = { object: 'goal_dry_run', evaluations_max: 80, cost: { simulations: 8 } } as DryRunEstimate;
    const interpretation = { comparison: null, range: null, goal };
    const html = renderToStaticMarkup(
      <Variations interpretation={interpretation} estimate={estimate} workflow={undefined} />,
    );
    const text = html.replace(/<[^>]+>/g, '');
    expect(text).toContain('Swissmetro fare at which the share of “Swissmetro” is 70%');
    expect(text).toContain('from “which fare gives it a share of 70%”');
    expect(text).toContain('up to 80 evaluations of all agents. It counts as 8 simulations.');
  });

  it('The result opens on the page of the goal, and other results on their own pages', () => {
    const none = { comparison: null, range: null };
    expect(pathOf({ object: 'goal', id: 'goal_1' }, none)).toBe('/goals/goal_1');
    expect(pathOf({ object: 'simulation', id: 'sim_1' }, none)).toBe('/simulations/sim_1');
    const range = { parameter: 'swissmetro_fare', values: [1], from: '' };
    expect(pathOf({ object: 'sweep', id: 'swp_1' }, { ...none, range })).toBe('/sweeps/swp_1');
  });

  it('The parameter of the goal has no field of its own', () => {
    const parameters = [{ id: 'swissmetro_fare' }, { id: 'train_fare' }] as unknown as Parameter[];
    const interpretation = { interpreted: [], comparison: null, range: null, goal } as unknown as Interpretation;
    const ids = otherParameters(parameters, interpretation, { choice: undefined } as Draft).map(({ id }) => id);
    expect(ids).toEqual(['train_fare']);
  });
});
