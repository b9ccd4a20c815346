import { renderToStaticMarkup } from 'react-dom/server';
import type { CaseStudy } from '../../workflow/use-workflow';
import { Model } from './model';

const estimate = (coefficient: string) => ({
  ...{ coefficient, label: coefficient, estimate: -0.5, standard_error: 0.1, z: -5, p: 0.000_001 },
});

function pageOf(prior?: object): string {
  const workflow = {
    model: {
      ...{ formulas: ['V(train) = cost'], estimates: [estimate('cost'), estimate('time')] },
      ...{ standard_errors: null, fit: null, correlations: [] },
    },
    evidence: {
      fits: [],
      calibrated_on: '2026-11-28',
      estimates: [{ coefficient: 'cost', estimate: -0.5, standard_error: 0.1, ...(prior && { prior }) }],
    },
  };
  return renderToStaticMarkup(<Model workflow={workflow as unknown as CaseStudy} />).replace(/<[^>]+>/g, ' ');
}

describe('the model of a workflow', () => {
  it('Estimates with a prior state what the prior and the data contribute', () => {
    const page = pageOf({ mean: -1, sd: 0.2, share: 0.35, estimate_without: -0.25 });
    expect(page).toContain('−1 (0.2), 35% of the information, −0.25 without it');
    expect(pageOf({ mean: -1, sd: 0.2, share: 1 })).toContain('the data alone have no estimate');
  });

  it('Models without priors have no column for them', () => {
    expect(pageOf()).not.toContain('Prior');
  });
});
