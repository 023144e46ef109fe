import type { AppView } from '@caseloom/contract/apps/apps'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { useQuery } from '@tanstack/react-query'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { buttonsQuery } from '../model/app-buttons.queries.ts'
import { headerButtons } from './header-buttons.ts'

export const RUN_KEY = 'R'

/** What the run menu of a record has; nothing for those who can't run playbooks. */
export function useHeaderButtons(app: AppView, outcome: FormOutcome | null): ButtonView[] {
  const { tenantId } = useTenantScope()
  const enabled = useMay('playbook:run')
  const all = useQuery({ ...buttonsQuery(tenantId, app.id), enabled }).data ?? []
  return enabled ? headerButtons(app, outcome, all) : []
}
