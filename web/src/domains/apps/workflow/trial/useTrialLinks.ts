import type { Workflow } from '@caseloom/contract/apps/workflow'
import { openForm } from '@caseloom/contract/apps/workflow-runs'
import { RecordId, RoleId } from '@caseloom/contract/kernel/ids'
import type { FormContext } from '@caseloom/workflow/form-context'
import { linkedReads } from '@caseloom/workflow/linked-uses'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import type { EditedApp } from '../../draft/useAppDraft.ts'

export interface TrialLinks {
  linked: FormContext['linked']
  /** Whether rules of the draft read linked records, and why they don't see any; null where they do. */
  unread: 'applet' | 'sample' | 'failed' | null
  /** What the rules read is there, or there is nothing to wait for. */
  isReady: boolean
  /** Rules of the draft read linked records. */
  isRead: boolean
}

interface Tried {
  recordId: string | null
  role: string | null
  isOpen: boolean
}

/** Linked records of the record that is tried, as its open form reads them, and as far as the role can read them. */
export function useTrialLinks(
  { base, source }: EditedApp,
  workflow: Workflow,
  { recordId, role, isOpen }: Tried,
): TrialLinks {
  const { tenantId } = useTenantScope()
  const reads = useMemo(
    () => Object.fromEntries([...linkedReads(workflow)].map(([field, names]) => [field, [...names]])),
    [workflow],
  )
  const isRead = Object.keys(reads).length > 0
  const enabled = isOpen && isRead && recordId !== null && source.kind === 'app'
  const { data, isError } = useQuery({
    queryKey: keys.one(tenantId, 'records', recordId ?? '', 'trial', base.revision, role, reads),
    queryFn: ({ signal }) =>
      call(openForm, {
        params: { tenantId, appId: base.id },
        body: {
          record: RecordId.parse(recordId),
          reads,
          ...(role === null ? {} : { role: RoleId.parse(role) }),
        },
        signal,
      }),
    enabled,
  })
  const values = data?.linked
  const linked = useMemo((): FormContext['linked'] => (field) => values?.[field] ?? null, [values])
  const why = source.kind !== 'app' ? 'applet' : recordId === null ? 'sample' : isError ? 'failed' : null
  return { linked, unread: isRead ? why : null, isReady: !enabled || isError || data !== undefined, isRead }
}
