import { expectSummaryInOnePiece } from './testing/blocks.js';

describe('blocks of a simulation', () => {
  // Amounts of money and curves over time.
  it.each(['conservation-wtp', 'unemployment-duration'])(
    'The summary of the blocks of %s is that of the simulation in one piece',
    expectSummaryInOnePiece,
  );
});
