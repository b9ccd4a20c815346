/** Questions of different domains that the service reads completely. `test/browser/ask.full.spec.ts` runs each. */
export const exampleQuestions = [
  {
    domain: 'Transport',
    question: 'How many travelers would take the Swissmetro if its fares were 20% lower?',
  },
  {
    domain: 'Fundraising',
    question: 'How many more former donors give if a major donor doubles every gift?',
  },
  {
    domain: 'Elections',
    question:
      'How many more registered voters turn out if each gets a letter that shows the neighbors’ voting records?',
  },
] as const;
