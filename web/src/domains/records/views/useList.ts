import type { ReportView } from '@caseloom/contract/reports'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { cleanState, sameState, stateOfView } from '../list-search.ts'
import type { ListState } from '../list-state.ts'

interface OpenList {
  state: ListState
  setState: (next: ListState) => void
  /** True when the saved view was changed here and is not saved. */
  edited: boolean
  reset: () => void
}

/** The state of the list that is open: the address, over the saved view it names. */
export function useList(view: ReportView | undefined): OpenList {
  const search: ListState = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = useMemo(() => cleanState(search), [search])
  const saved = useMemo(() => (view === undefined ? undefined : stateOfView(view)), [view])
  const state = useMemo((): ListState => {
    if (saved === undefined || asked.own === '1') return asked
    return { ...saved, ...(asked.panel === undefined ? {} : { panel: asked.panel }) }
  }, [asked, saved])
  const go = (next: ListState) => void navigate({ to: '.', search: next, replace: true })
  const setState = (next: ListState) => {
    const { own: _own, ...rest } = next
    const panel = next.panel === undefined ? {} : { panel: next.panel }
    if (saved === undefined) go(rest)
    else go(sameState(next, saved) ? panel : { ...rest, own: '1' })
  }
  return {
    state,
    setState,
    edited: saved !== undefined && asked.own === '1' && !sameState(asked, saved),
    reset: () => {
      if (saved !== undefined)
        setState({ ...saved, ...(asked.panel === undefined ? {} : { panel: asked.panel }) })
    },
  }
}
