import { Button, Popover, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { type AuditSearch, RANGES } from './admin-search.ts'
import { actionWords } from './audit-range.ts'
import { userSearchQuery } from './directory.queries.ts'
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
  'tenant',
  'branding',
  'flag',
  'license',
] as const

interface AuditFiltersProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

/** The filters of the audit log: text, time, actor, action. */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  const { t } = useTranslation('admin')
  const [text, setText] = useSearchText(search.text, (next) => onSearch(withParam(search, 'text', next)))
  const hasDays = search.from !== undefined || search.to !== undefined
  return (
    <FilterBar>
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          aria-label={t('audit.search')}
          placeholder={t('audit.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {!hasDays && (
          <ChoiceFilter
            field={t('audit.range')}
            operator={t('is')}
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
          operator={t('is')}
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
  const { accountId } = useAdminScope()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), 250)
  const found = useQuery({
    ...userSearchQuery(accountId, settled),
    placeholderData: keepPreviousData,
    enabled: isOpen || search.actor !== undefined,
  })
  if (search.actor !== undefined)
    return (
      <FilterChip
        field={t('audit.actor')}
        operator={t('is')}
        value={found.data?.find((user) => user.id === search.actor)?.name ?? t('audit.thisActor')}
        onRemove={() => onSearch(withParam(search, 'actor', undefined))}
      />
    )
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          flex="none"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('audit.actor')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('audit.actor')}>
        <Select
          w={240}
          label={t('audit.actor')}
          placeholder={t('audit.actorSearch')}
          searchable
          data-autofocus
          comboboxProps={{ withinPortal: false }}
          searchValue={text}
          onSearchChange={setText}
          filter={({ options }) => options}
          value={null}
          data={(found.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          nothingFoundMessage={found.isSuccess ? t('audit.actorNone') : undefined}
          onChange={(id) => {
            setIsOpen(false)
            onSearch(withParam(search, 'actor', id ?? undefined))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
