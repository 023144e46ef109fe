// The list of playbooks, and the page of one.
import type { PlaybookSummary } from '@caseloom/contract/automation/automation'
import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { rebaseSearch } from '../../../ui/admin/rebase-search.ts'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { Dot, Tags } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, FilterBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { State, StateGlyph } from '../../../ui/glyphs/State.tsx'
import type { GridColumn, GridSort } from '../../../ui/grid/grid-column.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { automationEn } from '../shared/automation.en.ts'
import { livePlaybooksQuery } from '../shared/automation.queries.ts'
import {
  type PlaybookFilter,
  type PlaybooksSearch,
  readPlaybooksSearch,
  withParam,
} from '../shared/automation-search.ts'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { ListStatus } from '../shared/ListStatus.tsx'
import { triggerWord } from '../shared/run-columns.tsx'
import type { Translate } from '../shared/translate.ts'
import { usePromptHead } from '../shared/useLiveHead.ts'
import { MakePlaybook } from './MakePlaybook.tsx'

const LISTED = ['runs', 'playbooks'] as const

addTexts('automation', automationEn)

const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration')
const FILTERS = ['published', 'draft', 'failing'] as const

export function PlaybooksPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayBuild = useMay('playbook:build')
  const listed = livePlaybooksQuery(scope.tenantId, useLiveStatus() === 'live')
  const query = useQuery(listed)
  usePromptHead(listed.queryKey, LISTED)
  const search = route.useSearch()
  const show = useShow(search)
  const columns = useMemo(() => playbookColumns(t), [t])
  const rows = useMemo(() => shownPlaybooks(query.data ?? [], search), [query.data, search])
  const [isMaking, setIsMaking] = useState(search.new !== undefined && mayBuild)
  usePlaybooksTitle()
  const isFiltered = search.q !== undefined || search.is !== undefined
  const make = mayBuild ? <NewButton onNew={() => setIsMaking(true)} /> : undefined
  return (
    <PageFrame>
      <OrchestrationTabs value="playbooks" />
      <FilterBar end={make}>
        <Filters search={search} show={show} />
      </FilterBar>
      <Content>
        <div {...tabPanelProps(ORCHESTRATION_TABS, 'playbooks')} className={classes.panel}>
          <ListGrid<PlaybookSummary>
            label={t('playbooks.label')}
            columns={columns}
            list={listState(query, rows)}
            rowKey={keyOf}
            errorTitle={t('playbooks.failed')}
            filtered={isFiltered}
            onClearFilters={() => show(withParam(withParam(search, 'q', undefined), 'is', undefined))}
            sort={sortOf(search)}
            onSort={([first]) => show(sortedBy(search, first))}
            empty={<NoPlaybooks mayBuild={mayBuild}>{make}</NoPlaybooks>}
            onOpen={(playbook) => void navigate({ to: paths.playbook(scope, playbook.id) })}
            total={rows.length}
          />
        </div>
      </Content>
      <ListStatus>
        {query.data !== undefined &&
          t('playbooks.count', { count: rows.length, shown: formatCount(rows.length) })}
      </ListStatus>
      {isMaking && (
        <MakePlaybook all={query.data ?? []} making={search.new} onClose={() => setIsMaking(false)} />
      )}
    </PageFrame>
  )
}

function usePlaybooksTitle(): void {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  useBreadcrumbs([
    { label: t('orchestration'), to: paths.orchestration(scope) },
    { label: t('playbooks.label') },
  ])
  usePageTitle(t('playbooks.label'), t('orchestration'))
}

function useShow(search: PlaybooksSearch): (next: PlaybooksSearch) => void {
  const navigate = useNavigate()
  return (next) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => rebaseSearch(search, next, readPlaybooksSearch(now)),
      replace: true,
    })
}

function NewButton({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  return (
    <>
      <Button
        component={Link}
        to={paths.connect(scope)}
        leftSection={<IconWebhook size={14} stroke={1.7} aria-hidden />}
      >
        {t('playbooks.connect')}
      </Button>
      <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onNew}>
        {t('playbooks.new')}
      </Button>
    </>
  )
}

function NoPlaybooks({ mayBuild, children }: { mayBuild: boolean; children: ReactNode }) {
  const { t } = useTranslation('automation')
  return (
    <EmptyState
      title={t('playbooks.none')}
      text={mayBuild ? t('playbooks.noneBuild') : t('playbooks.noneText')}
    >
      {children}
    </EmptyState>
  )
}

interface FiltersProps {
  search: PlaybooksSearch
  show: (next: PlaybooksSearch) => void
}

function Filters({ search, show }: FiltersProps) {
  const { t } = useTranslation('automation')
  const [typed, type] = useSearchText(search.q, (q) => show(withParam(search, 'q', q)))
  return (
    <>
      <SearchField label={t('playbooks.search')} value={typed} onChange={type} />
      <ChoiceFilter
        field={t('runs.state')}
        value={search.is}
        choices={FILTERS.map((value) => ({ value, label: t(`playbooks.is.${value}`) }))}
        onChange={(value) =>
          show(
            withParam(
              search,
              'is',
              FILTERS.find((one) => one === value),
            ),
          )
        }
      />
    </>
  )
}

function sortedBy(search: PlaybooksSearch, sort: GridSort | undefined): PlaybooksSearch {
  return readPlaybooksSearch({ ...search, sort: sort?.key, desc: String(sort?.direction === 'desc') })
}

function sortOf({ sort, desc }: PlaybooksSearch): readonly GridSort[] {
  return sort === undefined ? [] : [{ key: sort, direction: desc === true ? 'desc' : 'asc' }]
}

/** Filtered and sorted; without a sort order, as the server returns them. */
function shownPlaybooks(all: readonly PlaybookSummary[], { q, is, sort, desc }: PlaybooksSearch) {
  const words = (q ?? '').toLowerCase().split(/\s+/)
  const found = all.filter((playbook) => {
    const text = `${playbook.title} ${playbook.key} ${playbook.description ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word)) && (is === undefined || holds(playbook, is))
  })
  if (sort === undefined) return found
  const by = (playbook: PlaybookSummary): string =>
    sort === 'title'
      ? playbook.title.toLowerCase()
      : sort === 'updated'
        ? playbook.updatedAt
        : (playbook.lastRun?.at ?? '')
  const sorted = found.toSorted((a, b) => by(a).localeCompare(by(b)))
  return desc === true ? sorted.reverse() : sorted
}

function holds({ publishedVersion, runsLastDay }: PlaybookSummary, is: PlaybookFilter): boolean {
  switch (is) {
    case 'published':
      return publishedVersion !== null
    case 'draft':
      return publishedVersion === null
    case 'failing':
      return runsLastDay.failed > 0
    default:
      return is satisfies never
  }
}

const keyOf = (playbook: PlaybookSummary) => playbook.id

function playbookColumns(t: Translate): GridColumn<PlaybookSummary>[] {
  return [
    {
      key: 'title',
      sortable: true,
      label: t('playbooks.title'),
      title: true,
      render: (playbook) => playbook.title,
      text: (playbook) => playbook.description ?? playbook.title,
    },
    {
      key: 'version',
      label: t('playbooks.version'),
      width: 128,
      render: (playbook) => <Version version={playbook.publishedVersion} t={t} />,
    },
    {
      key: 'triggers',
      label: t('playbooks.triggers'),
      width: 152,
      render: (playbook) => <Tags values={kindsOf(playbook).map((kind) => triggerWord(t, kind))} />,
    },
    {
      key: 'last',
      sortable: true,
      label: t('playbooks.lastRun'),
      width: 168,
      render: ({ lastRun }) => <LastRun run={lastRun} t={t} />,
    },
    {
      key: 'day',
      label: t('playbooks.day'),
      width: 200,
      render: ({ runsLastDay }) => <LastDay {...runsLastDay} t={t} />,
    },
    {
      key: 'updated',
      sortable: true,
      label: t('playbooks.updated'),
      width: 80,
      align: 'end',
      quiet: true,
      render: (playbook) => <TimeAgo at={playbook.updatedAt} />,
    },
  ]
}

function kindsOf(playbook: PlaybookSummary): string[] {
  return [...new Set(playbook.triggers.map(({ kind }) => kind))]
}

function Version({ version, t }: { version: number | null; t: Translate }) {
  if (version === null) return <State state="draft">{t('playbook.draft')}</State>
  return (
    <span className={classes.dotted}>
      <Dot hue="green" />
      {t('playbook.version', { version })}
    </span>
  )
}

function LastRun({ run, t }: { run: PlaybookSummary['lastRun']; t: Translate }) {
  if (run === null) return <span className={classes.quiet}>{t('playbooks.noRun')}</span>
  return (
    <State state={run.state}>
      {t(`states.${run.state}`)}{' '}
      <span className={classes.quiet}>
        <TimeAgo at={run.at} />
      </span>
    </State>
  )
}

function LastDay({ succeeded, failed, t }: { succeeded: number; failed: number; t: Translate }) {
  if (succeeded === 0 && failed === 0)
    return <span className={classes.quiet}>{t('playbooks.noneToday')}</span>
  return (
    <span className={classes.counts} title={t('playbooks.dayTitle', { succeeded, failed })}>
      {succeeded > 0 && <span>{t('playbooks.succeeded', { shown: formatCount(succeeded) })}</span>}
      {failed > 0 && (
        <span className={classes.dotted}>
          <StateGlyph state="failed" />
          {t('playbooks.failedRuns', { shown: formatCount(failed) })}
        </span>
      )}
    </span>
  )
}
