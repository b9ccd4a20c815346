import { findTerms } from './lint-terms.mjs';

describe('the lint of terms', () => {
  it('A text that names a workflow a case study or a catalog entry is rejected, also across lines', () => {
    expect(findTerms('Read a case study.\nList Case\nStudies and catalog entries.')).toEqual([
      '1: write "workflow" instead of "case study"',
      '2: write "workflow" instead of "Case\nStudies"',
      '3: write "workflow" instead of "catalog entries"',
    ]);
  });

  it('Identifiers of the contract and the one explanation are accepted', () => {
    expect(findTerms('GET /v1/case-studies with `case_studies:read`, `case_study_not_found`, CaseStudy')).toEqual([]);
    expect(findTerms('Paths and scopes name a workflow with its evidence a case study.')).toEqual([]);
  });
});
