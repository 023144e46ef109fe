/** English texts of the strip that tells of a lost connection. */
export const connectionEn = {
  offline: 'You are offline. Nothing you entered is lost; the page goes on when the connection is back.',
  away: 'The server cannot be reached. Nothing you entered is lost; the page goes on when it answers again.',
} as const
