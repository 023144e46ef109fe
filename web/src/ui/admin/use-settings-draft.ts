import { useState } from 'react'
import type { ErrorView } from '../StateCard.tsx'
import type { Faults } from '../draft/faults.ts'
import { same } from '../draft/merge-parts.ts'

interface SettingsDraftOptions<Stored, Draft> {
  loaded: Stored
  draftOf: (stored: Stored) => Draft
  faultsOf: (draft: Draft) => Faults
}

/** Settings while they are edited: what the edit began with, the draft, its faults, and why it couldn't be saved. */
export function useSettingsDraft<Stored, Draft extends object>(options: SettingsDraftOptions<Stored, Draft>) {
  const { loaded, draftOf, faultsOf } = options
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<ErrorView | null>(null)
  return {
    base,
    draft,
    faults,
    failure,
    isDirty: !same(draft, draftOf(base)),
    setFaults,
    setFailure,
    edit: (change: Partial<Draft>) => setDraft({ ...draft, ...change }),
    begin: (stored: Stored, next: Draft) => {
      setBase(stored)
      setDraft(next)
    },
    clear: () => {
      setFaults({})
      setFailure(null)
    },
    /** Continues only with a draft without faults. */
    check: (next: Draft, go: () => void) => {
      const found = faultsOf(next)
      setFaults(found)
      setFailure(null)
      if (Object.keys(found).length === 0) go()
    },
  }
}
