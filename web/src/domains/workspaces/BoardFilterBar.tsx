import type { AppView } from '@caseloom/contract/apps/apps'
import type { BoardFilter } from '@caseloom/contract/workspaces/workspaces'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../data/people.ts'
import { ConditionList } from '../../field-types/parts/ConditionList.tsx'
import { FilterBar } from '../../ui/frame/Frame.tsx'
import { boardSubjects, MAX_CONDITIONS } from './board-filter.ts'

interface BoardFilterBarProps {
  /** Those that the widgets of the dashboard read. */
  apps: readonly AppView[]
  filter: BoardFilter
  onFilter: (filter: BoardFilter) => void
}

/** Narrows all widgets while one looks; nothing of it is saved. */
export function BoardFilterBar({ apps, filter, onFilter }: BoardFilterBarProps) {
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const subjects = useMemo(() => boardSubjects(apps, say), [apps, say])
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
