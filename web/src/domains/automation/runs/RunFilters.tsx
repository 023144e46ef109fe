import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { playbooksQuery } from '../shared/automation.queries.ts'
import { readRunsSearch, RUN_PERIODS, type RunsSearch, withParam } from '../shared/automation-search.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { KIND_WORDS } from './RunsViews.tsx'

interface FiltersProps {
  search: RunsSearch
  show: (next: RunsSearch) => void
}

/** Filters of the selected view; those of a single view come last. */
export function RunFilters(props: FiltersProps) {
  const { search } = props
  return (
    <>
      <OfPlaybook {...props} />
      {search.view !== 'queue' && <OfTime {...props} />}
      {search.view === undefined && <OfRuns {...props} />}
    </>
  )
}

function OfPlaybook({ search, show }: FiltersProps) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const mayReadPlaybooks = useMay('playbook:read')
  const playbooks = useQuery({ ...playbooksQuery(scope.tenantId), enabled: mayReadPlaybooks })
  if (!mayReadPlaybooks) return null
  return (
    <ChoiceFilter
      field={t('runs.playbook')}
      value={search.playbook}
      choices={(playbooks.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(playbook) => show(withParam(withParam(search, 'release', undefined), 'playbook', playbook))}
    />
  )
}

/** A relative period or a range of days, not both. */
function OfTime({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  const hasDays = search.from !== undefined || search.to !== undefined
  const period = search.view === 'failures' && !hasDays ? (search.period ?? 'week') : search.period
  return (
    <>
      {!hasDays && (
        <ChoiceFilter
          field={t('period')}
          value={period}
          choices={RUN_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChange={(value) =>
            show(
              withParam(
                search,
                'period',
                RUN_PERIODS.find((one) => one === value),
              ),
            )
          }
        />
      )}
      {search.period === undefined && (
        <DaysFilter
          days={search}
          onChange={(days) => {
            const { from: _from, to: _to, ...rest } = search
            show({ ...rest, ...days })
          }}
        />
      )}
    </>
  )
}

function OfRuns({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  const { t: word } = useTranslation('automation')
  return (
    <>
      <ChoiceFilter
        field={t('kind')}
        value={search.kind}
        choices={KIND_WORDS.map((value) => ({ value, label: word(`trigger.${value}`) }))}
        onChange={(kind) => show(withParam(search, 'kind', kind))}
      />
      <OfVersion search={search} show={show} />
      <OfPerson search={search} show={show} />
      <ChoiceFilter
        field={t('tests')}
        value={search.test}
        choices={[{ value: 'true', label: t('onlyTests') }]}
        onChange={(test) => show(withParam(search, 'test', test === undefined ? undefined : 'true'))}
      />
      <ChoiceFilter
        field={t('loops')}
        value={search.loop}
        choices={[{ value: 'stopped', label: t('loopStopped') }]}
        onChange={(loop) => show(withParam(search, 'loop', loop === undefined ? undefined : 'stopped'))}
      />
      <OfFailure search={search} show={show} />
      <NumberFilter search={search} show={show} />
    </>
  )
}

/** The error and the step of a group of failures: they can be removed here, and are chosen in their view. */
function OfFailure({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  return (['code', 'step'] as const).map((name) =>
    search[name] === undefined ? null : (
      <ChoiceFilter
        key={name}
        field={t(name)}
        value={search[name]}
        choices={[]}
        onChange={() => show(withParam(search, name, undefined))}
      />
    ),
  )
}

function NumberFilter({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  // Accepts 18,442 and #18442.
  const digits = (text: string | undefined) => text?.replaceAll(/\D/g, '')
  const [typed, type] = useSearchText(search.number, (text) => {
    const { number } = readRunsSearch({ number: digits(text) })
    show(withParam(search, 'number', number))
  })
  return (
    <TextInput
      w={104}
      flex="none"
      aria-label={t('number')}
      placeholder={t('number')}
      inputMode="numeric"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** Versions are numbered per playbook: available once one is selected. */
function OfVersion({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  const { tenantId } = useTenantScope()
  const enabled = useMay('playbook:read') && search.playbook !== undefined
  const playbooks = useQuery({ ...playbooksQuery(tenantId), enabled })
  const latest = playbooks.data?.find(({ id }) => id === search.playbook)?.publishedVersion ?? 0
  if (latest === 0 && search.release === undefined) return null
  return (
    <ChoiceFilter
      field={t('version')}
      value={search.release}
      choices={Array.from({ length: latest }, (_, n) => String(latest - n)).map((value) => ({
        value,
        label: value,
      }))}
      onChange={(release) => show(withParam(search, 'release', release))}
    />
  )
}

function OfPerson({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  const { all } = usePeople()
  return (
    <ChoiceFilter
      field={t('startedBy')}
      value={search.by}
      choices={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(by) => show(withParam(search, 'by', by))}
    />
  )
}
