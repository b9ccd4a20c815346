import {
  expectChangedOutcomes,
  expectRecordedForm,
  fullForms,
  unfinishedTranscripts,
  unusedStatements,
} from './testing/form-transcripts.js';

/** Sources of the patterns that occur. */
const used = new Set<string>();

describe('transcripts of every form', () => {
  it.each(fullForms)(
    'Transcripts of %s state the outcome of the agent, and each number and strength is the one of the record',
    (_, definition) => expectRecordedForm(definition, used),
  );

  it('Every statement about a form occurs in a transcript', () => {
    expect(unusedStatements(fullForms, used)).toEqual([]);
  });

  it.each(fullForms)('The change in transcripts of %s changes the outcome', (_, definition) =>
    expectChangedOutcomes(definition),
  );

  it.each(fullForms)('Transcripts of %s have no missing text', (_, definition) => {
    expect(unfinishedTranscripts(definition)).toEqual([]);
  });
});
