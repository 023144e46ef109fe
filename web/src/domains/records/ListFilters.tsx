import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import { Button, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../data/people.ts'
import { ConditionList } from '../../field-types/parts/ConditionList.tsx'
import { filterSubjects } from '../../field-types/parts/filter-choices.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { FilterBar } from '../../ui/frame/Frame.tsx'
import { useWidth } from '../../ui/grid/useWidth.ts'
import { AdvancedFilter } from './filter/AdvancedFilter.tsx'
import { countConditions } from './filter/filter-tree.ts'
import { flatConditions } from '../../field-types/parts/flat-conditions.ts'
import { filterOf, withConditions, withFilter } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import classes from './model/Records.module.css'

interface ListFiltersProps {
  app: AppView
  state: ListState
  onState: (next: ListState) => void
  people: ReturnType<typeof usePeople>
  children: ReactNode
}

/** About the width of a chip with its gap, and of the search with the buttons behind the chips. */
const CHIP = 250
const BESIDE = 750
/** Always shown, on a second line if needed. */
const SHOWN = 2

export function ListFilters({ app, state, onState, people, children }: ListFiltersProps) {
  const { t: say } = useTranslation('fields')
  const [frame, width] = useWidth()
  const [advanced, setAdvanced] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const subjects = useMemo(() => filterSubjects(app, say), [app, say])
  const filter = filterOf(state)
  const conditions = flatConditions(filter)
  const room = unfolded ? 50 : Math.max(SHOWN, Math.floor((width - BESIDE) / CHIP))
  const change = (next: Filter | null) => onState(withFilter(state, next))
  return (
    <div ref={frame}>
      <FilterBar end={children}>
        <SearchWords key={state.q ?? ''} app={app} state={state} onState={onState} />
        {conditions !== null && (
          <ConditionList
            conditions={conditions}
            subjects={subjects}
            people={people}
            room={room}
            between={<MoreConditions count={conditions.length - room} onShow={() => setUnfolded(true)} />}
            onChange={(next) => onState(withConditions(state, next))}
          />
        )}
        {conditions === null && filter !== null && (
          <AdvancedChip filter={filter} setAdvanced={setAdvanced} change={change} />
        )}
        <AdvancedButton setAdvanced={setAdvanced} />
      </FilterBar>
      {advanced && (
        <AdvancedFilter
          filter={filter}
          subjects={subjects}
          people={people}
          onDone={(next) => {
            change(next)
            setAdvanced(false)
          }}
          onClose={() => setAdvanced(false)}
        />
      )}
    </div>
  )
}

/** Shows the conditions that there was no room for. */
function MoreConditions({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('records')
  if (count <= 0) return null
  return (
    <Button variant="subtle" aria-label={t('filters.more', { count })} onClick={onShow}>
      +{count}
    </Button>
  )
}

function SearchWords({ app, state, onState }: Pick<ListFiltersProps, 'app' | 'state' | 'onState'>) {
  const { t } = useTranslation('records')
  const [words, setWords] = useState(state.q ?? '')
  const search = (text: string) => {
    const { q: _old, ...rest } = state
    onState(text.trim() === '' ? rest : { ...rest, q: text.trim() })
  }
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(words)
      }}
    >
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label={t('searchLabel')}
        placeholder={t('searchHint', { app: app.name })}
        leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          if (event.currentTarget.value === '') search('')
        }}
      />
    </form>
  )
}

interface AdvancedChipProps {
  filter: Filter
  setAdvanced: (next: boolean) => void
  change: (next: Filter | null) => void
}

function AdvancedChip({ filter, setAdvanced, change }: AdvancedChipProps) {
  const { t } = useTranslation('records')
  return (
    <FilterChip
      field={t('filters.advanced')}
      operator={t('filters.is')}
      value={t('filters.conditions', { count: countConditions(filter) })}
      onField={() => setAdvanced(true)}
      onOperator={() => setAdvanced(true)}
      onValue={() => setAdvanced(true)}
      onRemove={() => change(null)}
    />
  )
}

function AdvancedButton({ setAdvanced }: { setAdvanced: (next: boolean) => void }) {
  const { t } = useTranslation('records')
  return (
    <Button
      variant="subtle"
      className={classes.advanced ?? ''}
      leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.7} aria-hidden />}
      onClick={() => setAdvanced(true)}
    >
      {t('filters.advanced')}
    </Button>
  )
}
