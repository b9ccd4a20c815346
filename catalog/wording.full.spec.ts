import { checkWording } from '../model/transcript.js';
import { readWorkflow } from './testing/catalog-workflow.js';

describe('the texts of the workflows', () => {
  it('The check of the wording finds no problem in alt-fuel-vehicle-choice', () => {
    expect(checkWording(readWorkflow('alt-fuel-vehicle-choice'))).toEqual([]);
  });
});
