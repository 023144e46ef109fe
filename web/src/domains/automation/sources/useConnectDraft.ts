import { useRef, useState } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { storedDraft } from '../../../data/stored-draft.ts'
import { ConnectDraft, NEW_DRAFT } from './connect-draft.ts'

export interface DraftState {
  draft: ConnectDraft
  /** False when the browser couldn't store it: it is lost on reload. */
  isStored: boolean
  change: (part: Partial<ConnectDraft>) => void
  reset: () => void
}

/** What a person is connecting in a tenant; survives a reload. */
export function useConnectDraft(): DraftState {
  const { tenantId, userId } = useTenantScope()
  const stored = storedDraft(`caseloom:connect:${tenantId}:${userId}`, ConnectDraft)
  const [state, setState] = useState(() => ({ draft: stored.read() ?? NEW_DRAFT, isStored: true }))
  // Publishing changes it several times, from a closure of before.
  const now = useRef(state.draft)
  const put = (draft: ConnectDraft) => {
    now.current = draft
    setState({ draft, isStored: stored.write(draft === NEW_DRAFT ? null : draft) })
  }
  return {
    ...state,
    change: (part) => put({ ...now.current, ...part }),
    reset: () => put(NEW_DRAFT),
  }
}
