import type { PlaybookView } from '@caseloom/contract/automation'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { Chip, Dot } from '../../ui/Chip.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageFrame } from '../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../ui/frame/TabBar.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { PageFailure } from '../../ui/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './Automation.module.css'
import { automationEn } from './automation.en.ts'
import { playbookQuery } from './automation.queries.ts'
import { type PlaybookPageView, type PlaybookSearch, withParam } from './automation-search.ts'
import { differs } from './graph-document.ts'
import { PlaybookCanvas } from './PlaybookCanvas.tsx'
import { RunsGrid } from './RunsGrid.tsx'
import { TriggersView } from './TriggersView.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'

addTexts('automation', automationEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/playbook/$playbookId')

/** One playbook to read: its graph, its document, its triggers with their deliveries, its runs. */
export function PlaybookPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const { playbookId } = route.useParams()
  const query = useQuery(playbookQuery(scope.tenantId, playbookId))
  useBreadcrumbs([
    { label: t('orchestration'), to: paths.orchestration(scope) },
    { label: t('playbooks.label'), to: paths.orchestration(scope) },
  ])
  usePageTitle(query.data?.title, t('orchestration'))
  if (query.isError && query.data === undefined) {
    return (
      <PageFailure
        title={t('playbook.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return <PageFrame>{null}</PageFrame>
  return <LoadedPlaybook key={query.data.id} playbook={query.data} />
}

const VIEWS = 'playbook'

function LoadedPlaybook({ playbook }: { playbook: PlaybookView }) {
  const { t } = useTranslation('automation')
  const navigate = useNavigate()
  const search = route.useSearch()
  const mayReadRuns = useMay('run:read')
  const show = (next: PlaybookSearch) => void navigate({ to: '.', search: next, replace: true })
  const changed = useMemo(() => differs(playbook.draft, playbook.published), [playbook])
  const isDraft = playbook.published === null || (changed && search.version === 'draft')
  const document = isDraft ? playbook.draft : (playbook.published ?? playbook.draft)
  const wanted: PlaybookPageView = search.view ?? 'canvas'
  const view = wanted === 'runs' && !mayReadRuns ? 'canvas' : wanted
  return (
    <PageFrame>
      <PlaybookBar playbook={playbook} changed={changed} isDraft={isDraft} view={view} onShow={show} />
      <div {...tabPanelProps(VIEWS, view)} className={classes.column}>
        {view === 'canvas' && (
          <PlaybookCanvas playbook={playbook} document={document} search={search} onSearch={show} />
        )}
        {view === 'document' && (
          <Content>
            <JsonView
              title={t('playbook.document')}
              note={
                isDraft ? t('playbook.draft') : t('playbook.version', { version: playbook.publishedVersion })
              }
              value={document}
            />
          </Content>
        )}
        {view === 'triggers' && (
          <TriggersView playbook={playbook} document={document} search={search} onSearch={show} />
        )}
        {view === 'runs' && (
          <RunsGrid
            key={search.state}
            within
            playbookId={playbook.id}
            state={search.state}
            onState={(state) => show(withParam(search, 'state', state))}
            onClear={() => show(withParam(search, 'state', undefined))}
          />
        )}
      </div>
    </PageFrame>
  )
}

interface PlaybookBarProps {
  playbook: PlaybookView
  changed: boolean
  isDraft: boolean
  view: PlaybookPageView
  onShow: (next: PlaybookSearch) => void
}

function PlaybookBar({ playbook, changed, isDraft, view, onShow }: PlaybookBarProps) {
  const { t } = useTranslation('automation')
  const mayReadRuns = useMay('run:read')
  const search = route.useSearch()
  const version = playbook.publishedVersion
  const views: { key: PlaybookPageView; label: string }[] = [
    { key: 'canvas', label: t('playbook.canvas') },
    { key: 'document', label: t('playbook.document') },
    { key: 'triggers', label: t('playbook.triggers') },
    ...(mayReadRuns ? [{ key: 'runs' as const, label: t('playbook.runs') }] : []),
  ]
  return (
    <header className={classes.bar}>
      <div className={classes.barStart}>
        <h1 className={classes.barTitle} title={playbook.description ?? playbook.title}>
          {playbook.title}
        </h1>
        {isDraft && <Chip hue="amber">{t('playbook.draft')}</Chip>}
        {version !== null && (
          <>
            <span className={classes.published}>
              <Dot hue="green" />
              {t('playbook.published', { version })}
            </span>
          </>
        )}
      </div>
      <ViewSwitch
        label={t('playbook.views')}
        prefix={VIEWS}
        views={views}
        value={view}
        onChange={(key) => {
          const { view: _old, ...rest } = search
          onShow(key === 'canvas' ? rest : { ...rest, view: key })
        }}
      />
      <div className={classes.barEnd}>
        {changed && version !== null && (
          <Button
            variant="subtle"
            onClick={() => onShow(withParam(search, 'version', isDraft ? undefined : 'draft'))}
          >
            {isDraft ? t('playbook.showVersion', { version }) : t('playbook.showDraft')}
          </Button>
        )}
      </div>
    </header>
  )
}
