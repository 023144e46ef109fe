/** True when the disk of this machine or of the database has no room left (ENOSPC, a quota, or PostgreSQL's 53100). */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}
