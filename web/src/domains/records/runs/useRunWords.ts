import type { AppView } from '@caseloom/contract/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { useActorNames } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useTables } from '../../../data/tables.ts'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { linkedSubjects, tableWords, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'

/** The names that a run is put into words with. */
export function useRunWords(app: AppView): Vocabulary {
  const { t: field } = useTranslation('fields')
  const { t: say } = useTranslation('workflow')
  const { tenantId } = useTenantScope()
  const { people, role } = useActorNames()
  const others = useLinkedApps(app.fields)
  const tables = useTables()
  const mayPress = useMay('playbook:run')
  const buttons = useQuery({ ...buttonsQuery(tenantId, app.id), enabled: mayPress }).data
  return useMemo(() => {
    return {
      subjects: filterSubjects(app, field),
      linked: linkedSubjects(others, field),
      layout: app.layout,
      people,
      role: (id) => role(id) ?? say('when.unknown.role'),
      table: tableWords(tables),
      button: (id) => buttons?.find((one) => one.id === id)?.label ?? id,
      field,
      say,
    }
  }, [app, people, role, others, tables, buttons, field, say])
}
