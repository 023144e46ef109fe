import type { CommentsDeps } from '../comments/comments-deps.ts'
import type { SearchReindex } from '../indexing/reindex-search.ts'

/** What steps of playbooks need beside the records themselves. */
export type StepDeps = CommentsDeps & { refills: SearchReindex }
