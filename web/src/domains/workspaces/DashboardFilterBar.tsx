import type { AppView } from '@caseloom/contract/apps/apps'
import type { DashboardFilter } from '@caseloom/contract/workspaces/workspaces'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../data/people.ts'
import { ConditionList } from '../../field-types/parts/ConditionList.tsx'
import { FilterBar } from '../../ui/frame/Frame.tsx'
import { dashboardSubjects, MAX_CONDITIONS } from './dashboard-filter.ts'

interface DashboardFilterBarProps {
  /** Those that the widgets of the dashboard read. */
  apps: readonly AppView[]
  filter: DashboardFilter
  onFilter: (filter: DashboardFilter) => void
}

/** Narrows all widgets while someone views the dashboard; nothing is saved. */
export function DashboardFilterBar({ apps, filter, onFilter }: DashboardFilterBarProps) {
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const subjects = useMemo(() => dashboardSubjects(apps, say), [apps, say])
  if (apps.length === 0) return null
  return (
    <FilterBar wraps>
      <ConditionList
        conditions={filter}
        subjects={subjects}
        people={people}
        canAdd={filter.length < MAX_CONDITIONS}
        onChange={onFilter}
      />
    </FilterBar>
  )
}
