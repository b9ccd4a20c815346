import { agentsInteract } from '../model/analyses.js';
import {
  expectChangedOutcomes,
  expectRecordedForm,
  fastForms,
  unfinishedTranscripts,
  unusedStatements,
} from './testing/form-transcripts.js';

/** Sources of the patterns that occur. */
const used = new Set<string>();
// The statements about agents that interact are those of their workflows.
const forms = fastForms.filter(([, definition]) => !agentsInteract(definition));

describe('transcripts of every form', () => {
  it.each(forms)(
    'Transcripts of %s state the outcome of the agent, and each number and strength is the one of the record',
    (_, definition) => expectRecordedForm(definition, used),
  );

  it('Every statement about a form occurs in a transcript', () => {
    expect(unusedStatements(forms, used)).toEqual([]);
  });

  it.each(forms)('The change in transcripts of %s changes the outcome', (_, definition) =>
    expectChangedOutcomes(definition),
  );

  it.each(fastForms)('Transcripts of %s have no missing text', (_, definition) => {
    expect(unfinishedTranscripts(definition)).toEqual([]);
  });
});
