import type { PlaybookSummary } from '@caseloom/contract/automation/automation'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { appsQuery } from '../../../data/apps.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'

const NewPlaybook = lazy(async () => ({
  default: (await import('../builder/NewPlaybookDialog.tsx')).NewPlaybookDialog,
}))

/** The app whose created records start the new playbook: `app` and its ID. */
function appOf(making = ''): string | undefined {
  return /^app (\S+)$/.exec(making)?.[1]
}

interface MakePlaybookProps {
  all: readonly PlaybookSummary[]
  /** What the address says of it. */
  making: string | undefined
  onClose: () => void
}

/** The dialog for a new playbook, which leads to its builder. */
export function MakePlaybook({ all, making, onClose }: MakePlaybookProps) {
  const scope = useTenantScope()
  const navigate = useNavigate()
  const appId = appOf(making)
  const apps = useQuery({ ...appsQuery(scope.tenantId), enabled: appId !== undefined })
  if (appId !== undefined && apps.isPending) return null
  return (
    <Suspense fallback={null}>
      <NewPlaybook
        taken={new Set(all.map(({ key }) => key))}
        app={apps.data?.find(({ id }) => id === appId)}
        onDone={(playbook) => void navigate({ to: paths.playbook(scope, playbook.id) })}
        onClose={onClose}
      />
    </Suspense>
  )
}
