export const connectionEn = {
  offline: 'You’re offline. Your input is safe. This page resumes when you’re back online.',
  away: 'Can’t reach the server. Your input is safe. This page resumes when the server responds.',
} as const
