import type { AppView } from '@caseloom/contract/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { useActorNames } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { linkedSubjects, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'

/** The names that a run is put into words with. */
export function useRunWords(app: AppView): Vocabulary {
  const { t: field } = useTranslation('fields')
  const { t: say } = useTranslation('workflow')
  const { tenantId } = useTenantScope()
  const { people, role } = useActorNames()
  const others = useLinkedApps(app.fields)
  const mayPress = useMay('playbook:run')
  const buttons = useQuery({ ...buttonsQuery(tenantId, app.id), enabled: mayPress }).data
  return useMemo(() => {
    return {
      subjects: filterSubjects(app, field),
      linked: linkedSubjects(others, field),
      layout: app.layout,
      people,
      role: (id) => role(id) ?? say('when.unknown.role'),
      button: (id) => buttons?.find((one) => one.id === id)?.label ?? id,
      field,
      say,
    }
  }, [app, people, role, others, buttons, field, say])
}
