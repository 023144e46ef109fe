import type { AppView } from '@caseloom/contract/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { principalsQuery, usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'

/** The names that a run is put into words with. */
export function useRunWords(app: AppView): Vocabulary {
  const { t: field } = useTranslation('fields')
  const { t: say } = useTranslation('workflow')
  const { tenantId } = useTenantScope()
  const people = usePeople()
  const roles = useQuery(principalsQuery(tenantId)).data?.roles
  return useMemo(() => {
    const names = new Map(roles?.map(({ id, name }) => [String(id), name]))
    return {
      subjects: filterSubjects(app, field),
      layout: app.layout,
      people,
      role: (id) => names.get(id) ?? id,
      button: (id) => id,
      field,
      say,
    }
  }, [app, people, roles, field, say])
}
