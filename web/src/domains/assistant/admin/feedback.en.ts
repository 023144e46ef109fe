/** English texts of the feedback on answers. */
export const feedbackEn = {
  feedback: {
    title: 'Feedback',
    failed: 'Couldn’t load feedback',
    none: 'No feedback yet',
    noneText: 'Ratings and comments on Hero AI answers appear here.',
    columns: { thumb: 'Rating', said: 'Comment', user: 'User', tenant: 'Tenant', at: 'Time' },
    tenant: 'Tenant',
    thumb: 'Rating',
    thumbs: { up: 'Thumbs up', down: 'Thumbs down' },
    reason: 'Reason',
    reasons: {
      wrong: 'Wrong',
      outOfDate: 'Outdated',
      missedSomething: 'Missed something',
      notMyQuestion: 'Not my question',
    },
    nothingSaid: 'No comment',
    export: 'Export CSV',
    count_one: '{{shown}} entry loaded',
    count_other: '{{shown}} entries loaded',
    countMore: '{{shown}} entries loaded, more below',
    message: 'Comment',
    question: 'Question',
    answer: 'Answer',
    withheld: 'The user didn’t share the question and answer.',
  },
} as const
