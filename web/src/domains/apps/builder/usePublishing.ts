import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'
import type { PublishWarning } from '../workflow/publish-warnings.ts'

interface Places {
  onWorkflow: () => void
  onLayout: (id: string) => void
}

export interface Publishing {
  publish: () => void
  /** What is asked about first; none while nothing is asked. */
  warnings: readonly PublishWarning[]
  show: (warning: PublishWarning) => void
  confirm: () => void
  close: () => void
}

/** Publishes a draft; asks first where tests fail, or where rules or layouts name roles that don't exist. */
export function usePublishing(edited: EditedApp, { onWorkflow, onLayout }: Places): Publishing {
  const { tenantId } = useTenantScope()
  const roles = useQuery(principalsQuery(tenantId)).data?.roles
  const [warnings, setWarnings] = useState<readonly PublishWarning[]>([])
  const close = () => setWarnings([])
  const publish = async () => {
    const { publishWarnings } = await import('../workflow/publish-warnings.ts')
    const ids = roles?.map(({ id }) => id)
    const found = await publishWarnings(edited.draft, ids)
    if (found.length === 0) edited.publish()
    else setWarnings(found)
  }
  return {
    publish: () => {
      if (edited.changes > 0 && !edited.publishing && edited.base.archived !== true) void publish()
    },
    warnings,
    show: (warning) => {
      close()
      if (warning.kind === 'layout') onLayout(warning.layout)
      else onWorkflow()
    },
    confirm: () => {
      close()
      edited.publish()
    },
    close,
  }
}
