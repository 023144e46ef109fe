import type { CommentsDeps } from '../comments/comments-deps.ts'
import type { Refills } from '../refill-search.ts'

/** What steps of playbooks need beside the records themselves. */
export type StepDeps = CommentsDeps & { refills: Refills }
