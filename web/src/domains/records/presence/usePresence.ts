import type { RecordViewer } from '@caseloom/contract/records/presence'
import type { RecordView } from '@caseloom/contract/records/records'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import type { FieldEdits } from '../model/field-edits.ts'
import { leaveRecord, viewersQuery } from './presence.queries.ts'

/** How long after the last key someone still counts as typing. */
const PAUSE_MS = 5_000

interface Typing {
  /** Reports each key typed into a field. */
  type: (field: string) => void
  /** A field was left. */
  rest: (field: string) => void
}

/** Registers this window at a record while its page is open, with the edits of its form, and follows who else is there. */
export function usePresence(
  { appId, id: recordId }: Pick<RecordView, 'appId' | 'id'>,
  edits: FieldEdits,
): { viewers: readonly RecordViewer[]; edits: FieldEdits } {
  const { tenantId } = useTenantScope()
  const [seat] = useState(() => crypto.randomUUID())
  const [field, setField] = useState<string | null>(null)
  const { data: viewers = [] } = useQuery(viewersQuery({ tenantId, appId, recordId, seat }, field))
  useEffect(() => {
    const leave = () => void leaveRecord({ tenantId, appId, recordId, seat })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [tenantId, appId, recordId, seat])
  const pause = useDebouncedCallback(() => setField(null), PAUSE_MS)
  const type = (key: string) => {
    pause()
    setField(key)
  }
  const rest = (key: string) => setField((typed) => (typed === key ? null : typed))
  return { viewers, edits: reportedEdits(edits, { type, rest }) }
}

/** The edits of a form, reported to the others. */
export function reportedEdits(edits: FieldEdits, { type, rest }: Typing): FieldEdits {
  return {
    ...edits,
    edit: (key, draft) => {
      type(key)
      edits.edit(key, draft)
    },
    leave: (key) => {
      rest(key)
      edits.leave(key)
    },
    cancel: (key) => {
      rest(key)
      edits.cancel(key)
    },
  }
}
