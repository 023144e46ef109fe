import type { PlaybookSummary } from '@caseloom/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dot, Tags } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageFrame } from '../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../ui/frame/TabBar.tsx'
import { State, StateGlyph } from '../../ui/glyphs/State.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { GridColumn } from '../../ui/grid/grid-column.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { TimeAgo } from '../../ui/Times.tsx'
import { formatCount } from '../../ui/time.ts'
import classes from './Automation.module.css'
import { automationEn } from './automation.en.ts'
import { livePlaybooksQuery } from './automation.queries.ts'
import { ORCHESTRATION_TABS, OrchestrationTabs } from './OrchestrationTabs.tsx'
import { ListStatus } from './RunsGrid.tsx'
import { triggerWord } from './run-columns.tsx'
import type { Translate } from './translate.ts'

addTexts('automation', automationEn)

/** The playbooks of the tenant: what starts them, how their runs go. */
export function PlaybooksPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const query = useQuery(livePlaybooksQuery(scope.tenantId))
  const columns = useMemo(() => playbookColumns(t), [t])
  useBreadcrumbs([
    { label: t('orchestration'), to: paths.orchestration(scope) },
    { label: t('playbooks.label') },
  ])
  usePageTitle(t('playbooks.label'), t('orchestration'))
  return (
    <PageFrame>
      <OrchestrationTabs value="playbooks" />
      <Content>
        <div {...tabPanelProps(ORCHESTRATION_TABS, 'playbooks')} className={classes.panel}>
          <DataGrid<PlaybookSummary>
            label={t('playbooks.label')}
            columns={columns}
            rows={query.data ?? []}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.data === undefined ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('playbooks.failed')}
            onRetry={() => void query.refetch()}
            empty={<EmptyState title={t('playbooks.none')} text={t('playbooks.noneText')} />}
            onOpen={(playbook) => void navigate({ to: paths.playbook(scope, playbook.id) })}
            total={query.data?.length}
          />
        </div>
      </Content>
      <ListStatus>
        {query.data !== undefined &&
          t('playbooks.count', { count: query.data.length, shown: formatCount(query.data.length) })}
      </ListStatus>
    </PageFrame>
  )
}

const keyOf = (playbook: PlaybookSummary) => playbook.id

function playbookColumns(t: Translate): GridColumn<PlaybookSummary>[] {
  return [
    {
      key: 'title',
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
      label: t('playbooks.lastRun'),
      width: 168,
      render: ({ lastRun }) =>
        lastRun === null ? (
          <span className={classes.quiet}>{t('playbooks.noRun')}</span>
        ) : (
          <State state={lastRun.state}>
            {t(`states.${lastRun.state}`)}{' '}
            <span className={classes.quiet}>
              <TimeAgo at={lastRun.at} />
            </span>
          </State>
        ),
    },
    {
      key: 'day',
      label: t('playbooks.day'),
      width: 200,
      render: ({ runsLastDay }) => <LastDay {...runsLastDay} t={t} />,
    },
    {
      key: 'updated',
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

/** Succeeded and failed runs of the last day; only failures have colour. */
function LastDay({ succeeded, failed, t }: { succeeded: number; failed: number; t: Translate }) {
  if (succeeded === 0 && failed === 0)
    return <span className={classes.quiet}>{t('playbooks.noneToday')}</span>
  return (
    <span className={classes.counts} title={t('playbooks.dayTitle', { succeeded, failed })}>
      <span>{t('playbooks.succeeded', { shown: formatCount(succeeded) })}</span>
      {failed > 0 && (
        <span className={classes.dotted}>
          <StateGlyph state="failed" />
          {t('playbooks.failedRuns', { shown: formatCount(failed) })}
        </span>
      )}
    </span>
  )
}
