import type { Issue } from '@caseloom/contract/kernel/errors'
import { MAX_EXEMPTION_DAYS } from '@caseloom/contract/identity/factor-exemption'

const DAY_MS = 24 * 3600_000

/** What is wrong with the end of an exemption: it is past, or too far away to be an exception. */
export function exemptionIssues(until: Date, now: Date): Issue[] {
  const issue = (code: string, message: string): Issue => ({ path: ['body', 'until'], code, message })
  if (until.getTime() <= now.getTime()) return [issue('too_small', 'Choose a date in the future')]
  if (until.getTime() > now.getTime() + MAX_EXEMPTION_DAYS * DAY_MS)
    return [issue('too_big', `An exemption lasts at most ${MAX_EXEMPTION_DAYS} days`)]
  return []
}
