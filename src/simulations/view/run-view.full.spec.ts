import { inputOf } from '../../../test/support/view-inputs.js';
import { sweepKind } from '../kinds/sweep.kind.js';
import { runView } from './run-view.js';

/** The view of a parameter sweep with two points. */
function viewOf(slug: string, parameter: string, values: readonly (number | string)[]) {
  const inputs = values.map((value) => inputOf(slug, { [parameter]: value }));
  const { definition } = inputs[0]!;
  const points = inputs.map(({ summary }, k) => ({ values: { [parameter]: values[k] }, summary }));
  const run = {
    id: 'swp_1',
    name: null,
    scenario: {},
    digest: null,
    workflow: slug,
    agentCount: 200,
    seed: 1,
    completedAt: null,
  };
  return runView(sweepKind, {
    ...{ definition, definitionDigest: '', engineVersion: null, run: { ...run, adjustments: null, warnings: [] } },
    ...{ plan: { parameters: [{ name: parameter, values }] }, result: { points } },
  });
}

describe('runView', () => {
  it('Views of runs that vary a parameter without random assignment state the association, and others do not', () => {
    const observed = viewOf('intercity-mode-choice', 'train_cost_factor', [0.9, 1.1]);
    expect(observed.headline.text).toMatch(
      / is between .*\. Differences are associated with the values and can have other causes\.$/,
    );
    expect(observed.trust.filter((text) => text.startsWith('This is an association'))).toHaveLength(1);
    const assigned = viewOf('charity-match-mailing', 'match', ['none', 'one_to_one']);
    expect([assigned.headline.text, ...assigned.trust].join(' ')).not.toContain('other causes');
  });
});
