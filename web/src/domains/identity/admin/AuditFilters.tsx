import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserSearch } from '../../../data/use-user-search.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { PersonFilter } from '../../../ui/admin/PersonFilter.tsx'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { type AuditSearch, RANGES } from './admin-search.ts'
import { actionWords } from './audit-range.ts'
import { usersEn } from './users.en.ts'

addTexts('admin', usersEn)

const AREAS = [
  'user',
  'group',
  'role',
  'token',
  'person',
  'session',
  'signin',
  'account',
  'tenant',
  'branding',
  'flag',
  'license',
] as const

interface AuditFiltersProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  const { t } = useTranslation('admin')
  const [text, setText] = useSearchText(search.text, (next) => onSearch(withParam(search, 'text', next)))
  const hasDays = search.from !== undefined || search.to !== undefined
  return (
    <FilterBar>
      <div className={classes.filters}>
        <SearchField className={classes.search} label={t('audit.search')} value={text} onChange={setText} />
        {!hasDays && (
          <ChoiceFilter
            field={t('audit.range')}
            value={search.range}
            choices={RANGES.map((value) => ({ value, label: t(`audit.ranges.${value}`) }))}
            onChange={(value) =>
              onSearch(
                withParam(
                  search,
                  'range',
                  RANGES.find((one) => one === value),
                ),
              )
            }
          />
        )}
        {search.range === undefined && (
          <DaysFilter
            days={search}
            onChange={(days) => {
              const { from: _from, to: _to, ...rest } = search
              onSearch({ ...rest, ...days })
            }}
          />
        )}
        <ActorFilter search={search} onSearch={onSearch} />
        <ChoiceFilter
          field={t('audit.area')}
          value={search.action}
          choices={[
            ...AREAS.map((value) => ({ value: String(value), label: t(`audit.areas.${value}`) })),
            ...(search.action?.includes('.') === true
              ? [{ value: search.action, label: actionWords(search.action) }]
              : []),
          ]}
          onChange={(value) => onSearch(withParam(search, 'action', value))}
        />
      </div>
    </FilterBar>
  )
}

function ActorFilter({ search, onSearch }: AuditFiltersProps) {
  const { t } = useTranslation('admin')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PersonFilter
      texts={{
        field: t('audit.actor'),
        placeholder: t('audit.actorSearch'),
        none: t('audit.actorNone'),
        thisOne: t('audit.thisActor'),
      }}
      search={useUserSearch(isOpen || search.actor !== undefined)}
      isOpen={isOpen}
      onOpen={setIsOpen}
      value={search.actor}
      onChange={(actor) => onSearch(withParam(search, 'actor', actor))}
    />
  )
}
