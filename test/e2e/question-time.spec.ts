import { expectRepeatedWordUnread } from '../support/shared-words.js';

describe('the time to read a question', () => {
  it('A question that repeats the word of all options of 20 choices runs with everything unread', async () => {
    await expectRepeatedWordUnread(20);
  });
});
