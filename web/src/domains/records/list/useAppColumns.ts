import type { AppView } from '@caseloom/contract/apps/apps'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import type { People } from '../../../field-types/field-type.ts'
import { listColumns, usualColumns } from './list-columns.tsx'
import { markedColumns } from './marked-columns.tsx'
import { markedFields, useRowMarks } from './useRowMarks.ts'

/** All columns that a list of the app can have, with the marks of its rows and the fields that these need. */
export function useAppColumns(app: AppView, people: People) {
  const { t } = useTranslation('records')
  const { userId } = useTenantScope()
  const marksOf = useRowMarks(app)
  const columns = useMemo(
    () => markedColumns(listColumns(app, people, t), marksOf),
    [app, people, t, marksOf],
  )
  const marked = useMemo(() => markedFields(app), [app])
  const usual = useMemo(() => usualColumns(app), [app])
  return { columns, usual, marked, marksOf, storageKey: `caseloom.cols.${userId}.${app.id}` }
}
