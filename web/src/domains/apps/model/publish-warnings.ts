import { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { hasCode } from '../../../data/api-error.ts'

/** What publishing asks about first, if that is why it was refused. */
export function warningsOf(error: unknown): PublishWarning[] {
  return hasCode(error, 'app.confirm_first') ? warningsIn(error.issues) : []
}

/** The warnings among the issues of an answer. */
export function warningsIn(issues: readonly Issue[]): PublishWarning[] {
  return issues.flatMap((issue) => PublishWarning.safeParse(issue).data ?? [])
}

/** Unlike that of any other warning in an answer. */
export function keyOfWarning({ code, about, id }: PublishWarning): string {
  return `${code} ${about} ${id}`
}

/** The key of the text for a warning. */
export function warningKey({ about, code }: PublishWarning): PublishWarning['about'] | 'testRole' {
  return about === 'test' && code === 'unknown_role' ? 'testRole' : about
}
