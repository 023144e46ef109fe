import type { AppView } from '@caseloom/contract/apps/apps'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { useQuery } from '@tanstack/react-query'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { isButtonOffered } from '../logic/app-by-logic.ts'
import type { NamedItem } from '../logic/NotShown.tsx'
import { buttonsQuery } from '../model/app-buttons.queries.ts'

/** Buttons that rules don't offer now. */
export function useMissingButtons(app: AppView, outcome: FormOutcome | null): NamedItem[] {
  const { tenantId } = useTenantScope()
  const enabled = useMay('playbook:run') && outcome !== null
  const all = useQuery({ ...buttonsQuery(tenantId, app.id), enabled }).data ?? []
  return all.flatMap(({ id, label }) =>
    isButtonOffered(outcome, id) ? [] : [{ item: `button:${id}`, name: label }],
  )
}
