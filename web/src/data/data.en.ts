export const dataEn = {
  error: {
    offline: 'The server isn’t responding. Your input is safe. Try again in a moment.',
    slow: 'The server didn’t respond within 5 s. No changes were made.',
    server:
      'Something went wrong on our end. Your input is safe. If the problem continues, give your administrator the request ID.',
    unavailable: 'Part of the product is temporarily unavailable. No changes were made.',
    tooMany: 'Too many requests. Wait a moment and try again.',
    noRight: 'You don’t have permission to do this',
    noRightText: 'If you need access, ask a tenant administrator.',
    gone: 'Not found',
    goneText: 'It was deleted, or you don’t have access to it.',
  },
} as const
