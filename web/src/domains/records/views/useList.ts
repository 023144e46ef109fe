import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { cleanState, sameState, stateOfView } from '../model/list-search.ts'
import { type ListState, readListState } from '../model/list-state.ts'
import { rebaseSearch } from '../../../ui/admin/rebase-search.ts'

interface OpenList {
  state: ListState
  setState: (next: ListState) => void
  /** True when the saved view has unsaved changes. */
  edited: boolean
  reset: () => void
}

/** The list's state: the URL over the saved view that it names. */
export function useList(view: ReportView | undefined): OpenList {
  const search: ListState = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = useMemo(() => cleanState(search), [search])
  const saved = useMemo(() => (view === undefined ? undefined : stateOfView(view)), [view])
  const state = useMemo(() => listState(asked, saved), [asked, saved])
  const setState = (next: ListState) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => {
        const { own: _own, ...rest } = rebaseSearch(
          state,
          next,
          listState(cleanState(readListState(now)), saved),
        )
        if (saved === undefined) return rest
        if (!sameState(rest, saved)) return { ...rest, own: '1' }
        return unsavedOf(rest)
      },
      replace: true,
    })
  return {
    state,
    setState,
    edited: saved !== undefined && asked.own === '1' && !sameState(asked, saved),
    reset: () => {
      if (saved !== undefined) setState({ ...saved, ...unsavedOf(asked) })
    },
  }
}

/** The URL overrides the saved view when it says so. */
function listState(asked: ListState, saved: ListState | undefined): ListState {
  if (saved === undefined || asked.own === '1') return asked
  return { ...saved, ...unsavedOf(asked) }
}

/** What belongs to the page alone, not to the view. */
function unsavedOf({ panel, folded }: ListState): ListState {
  return { ...(panel === undefined ? {} : { panel }), ...(folded === undefined ? {} : { folded }) }
}
