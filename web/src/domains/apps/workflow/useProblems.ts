import { useMemo } from 'react'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { NO_WORKFLOW } from './new-items.ts'
import { type PlacedProblem, problemsOf } from './placed-problems.ts'

export function useProblems({ draft }: EditedApp): readonly PlacedProblem[] {
  const { workflow = NO_WORKFLOW } = draft
  return useMemo(() => problemsOf(workflow), [workflow])
}
