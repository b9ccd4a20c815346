import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { CaseStudy } from '../../workflow/use-workflow';
import { Comparison, Model } from './model';

const estimate = (coefficient: string) => ({
  ...{ coefficient, label: coefficient, estimate: -0.5, standard_error: 0.1, z: -5, p: 0.000_001 },
});

function modelPage(prior?: object): string {
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
    const page = modelPage({ mean: -1, sd: 0.2, share: 0.35, estimate_without: -0.25 });
    expect(page).toContain('−1 (0.2), 35% of the information, −0.25 without it');
    expect(modelPage({ mean: -1, sd: 0.2, share: 1 })).toContain('the data alone have no estimate');
  });

  it('Models without priors have no column for them', () => {
    expect(modelPage()).not.toContain('Prior');
  });
});

const model = (workflow_id: string, log_likelihood: number, bic: number | null) => ({
  ...{ workflow_id, version: '2.0.0', parameters: 12, log_likelihood, mcfadden_r2: 0.25, aic: bic, bic },
  ...{ held_out: { log_loss: 0.7676, brier: 0.4449 }, held_out_log_likelihood: -1035.7 },
});

function comparisonPage(changes: object): string {
  const comparison = {
    ...{ sample: 'full', observations: 6768, likelihood_ratio: null, vuong: null },
    models: [model('value-of-time', -3474.2, 7054.2), model('mode-choice', -5174.6, null)],
    ...changes,
  };
  const page = (
    <MemoryRouter>
      <Comparison comparison={comparison as unknown as CaseStudy['evidence']['comparison']} />
    </MemoryRouter>
  );
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ');
}

describe('the comparison of a model with another one', () => {
  it('The page shows each measure of both models, and a dash for a missing one', () => {
    const page = comparisonPage({});
    expect(page).toContain('Log-likelihood −3474.20 −5174.60');
    expect(page).toContain('BIC 7054.2 –');
    expect(page).toContain('Held-out: Log loss 0.7676 0.7676');
    expect(page).not.toContain('Vuong');
  });

  it('The page states for which models each test is valid, and which model fits better', () => {
    const page = comparisonPage({
      likelihood_ratio: { statistic: 12.5, degrees_of_freedom: 1, p: 0.0004 },
      vuong: { z: -15.65, p: 0, clusters: 752 },
    });
    expect(page).toContain('Likelihood ratio 12.50 with 1 degree of freedom, p &lt; 0.001, if the model with fewer');
    expect(page).toContain('z = −15.65, p &lt; 0.001, from 752 independent observations');
    expect(page).toContain('The other model fits better.');
    const uncertain = comparisonPage({ vuong: { z: 1, p: 0.3, clusters: 752 } });
    expect(uncertain).toContain('p = 0.300');
    expect(uncertain).toContain('The test does not show which one fits better.');
  });

  it('Of models that are not nested, the page shows no likelihood ratio and states why', () => {
    const models = [
      { ...model('value-of-time', -3474.2, 7054.2), parameters: 16 },
      model('mode-choice', -5174.6, 10463),
    ];
    expect(comparisonPage({ models })).toContain('Neither model is a special case of the other');
    expect(comparisonPage({})).not.toContain('Neither model');
  });

  it('A workflow without a comparison has no such section', () => {
    expect(renderToStaticMarkup(<Comparison comparison={undefined} />)).toBe('');
  });
});
