import { didYouMean } from './texts.js';

const fields = ['workflow_id', 'agent_count', 'scenario_context', 'seed', 'webhook_url'];

describe('didYouMean', () => {
  it.each([
    ['agents_count', 'agent_count'],
    ['agentCount', 'agent_count'],
    ['sede', 'seed'],
    ['senario_context', 'scenario_context'],
    ['webhook-uri', 'webhook_url'],
    ['WORKFLOW_ID', 'workflow_id'],
    ['agents', 'agent_count'],
  ])('suggests the closest known name for the typo %s', (typo, name) => {
    expect(didYouMean(typo, fields)).toBe(name);
  });

  it('prefers the name with the fewest edits over one that comes first', () => {
    expect(didYouMean('cost_trian', ['cost_car', 'cost_train'])).toBe('cost_train');
  });

  it.each([
    ['swissmetro', 'swissmetro-mode-choice'],
    ['Mode-Choice', 'intercity-mode-choice'],
    ['mailing', 'charity-match-mailing'],
  ])('suggests the shortest known name that contains %s', (part, name) => {
    const ids = ['charity-match-mailing', 'swissmetro-mode-choice', 'intercity-mode-choice'];
    expect(didYouMean(part, ids)).toBe(name);
  });

  it.each(['temperature', 'x', '', 'con'])('suggests nothing for "%s", which resembles no known name', (unknown) => {
    expect(didYouMean(unknown, fields)).toBeUndefined();
  });

  it('suggests nothing if no name is known', () => {
    expect(didYouMean('seed', [])).toBeUndefined();
  });
});
