/** English texts of failures. */
export const dataEn = {
  error: {
    offline: 'The server does not answer. Nothing you entered is lost; try again in a moment.',
    slow: 'The server did not answer in 5 s. Nothing was changed.',
    server:
      'Something went wrong on our side. Nothing you entered is lost. The request ID helps to find the cause.',
    unavailable: 'A part of the product is not available just now. Nothing was changed.',
    tooMany: 'Too many requests came from here. Wait a moment and try again.',
    noRight: 'You do not have the right to do this',
    noRightText: 'Ask an administrator of this tenant if you need it.',
    gone: 'This is not here',
    goneText: 'It was removed, or you may not see it.',
  },
} as const
