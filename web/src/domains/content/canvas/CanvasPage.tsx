// The canvas of a tenant: its parts, how they are connected, what ran, and what is missing.
import type { CanvasView } from '@caseloom/contract/content/canvas'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Centred, Content, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import classes from './Canvas.module.css'
import { canvasEn } from './canvas.en.ts'
import { canvasQuery } from './canvas.queries.ts'
import type { CanvasSearch } from './canvas-search.ts'
import { CanvasActions } from './CanvasActions.tsx'
import { CanvasFilters } from './CanvasFilters.tsx'
import { CanvasMap } from './CanvasMap.tsx'
import { pictureOf } from './picture.ts'
import { PieceList, ProblemList } from './PieceLists.tsx'
import { PiecePanel } from './PiecePanel.tsx'
import { countKind, type Pieces, usePieces } from './usePieces.ts'

addTexts('canvas', canvasEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/canvas')
const PREFIX = 'canvas'
const TABS = ['map', 'list', 'problems'] as const

export function CanvasPage() {
  const { t } = useTranslation('canvas')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const search = route.useSearch()
  const query = useQuery(canvasQuery(scope.tenantId))
  const pieces = usePieces(query.data, search)
  const picture = useMemo(() => pictureOf(pieces.nodes, pieces.edges), [pieces.nodes, pieces.edges])
  useBreadcrumbs([{ label: t('title') }])
  usePageTitle(t('title'), scope.tenantName)
  const show = useCallback(
    (next: CanvasSearch) => void navigate({ to: paths.canvas(scope), search: { ...next } }),
    [navigate, scope],
  )
  const choose = useCallback((id: string) => show({ ...search, piece: id }), [show, search])
  if (query.isError && query.data === undefined)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const problems = query.data?.problems ?? []
  const tab = search.view ?? 'map'
  const rows = { pieces, stateOf: <Row,>(list: readonly Row[]) => listState(query, list), onChoose: choose }
  const clear = () => show(withoutWords(search))
  return (
    <PageFrame>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <TabBar
        label={t('title')}
        prefix={PREFIX}
        tabs={tabsOf(t, problems.length)}
        value={tab}
        onChange={(key) => show(viewed(search, key))}
        actions={<CanvasActions picture={picture} />}
      />
      <CanvasFilters search={search} pieces={pieces} onShow={show} />
      <Content fill={tab === 'map' ? 'canvas' : 'surface'}>
        <div className={classes.split}>
          <div {...tabPanelProps(PREFIX, tab)} className={classes.main}>
            {tab === 'list' && <PieceList {...rows} onClear={clear} />}
            {tab === 'problems' && <ProblemList {...rows} problems={problems} onClear={clear} />}
            {tab === 'map' && query.data?.nodes.length === 0 && <Empty />}
            {tab === 'map' && query.data?.nodes.length !== 0 && (
              <CanvasMap picture={picture} pieces={pieces} problems={problems} onChoose={choose} />
            )}
          </div>
          <ChosenPiece pieces={pieces} search={search} onShow={show} />
        </div>
      </Content>
      <Counts view={query.data} pieces={pieces} />
    </PageFrame>
  )
}

function ChosenPiece({ pieces, ...rest }: Omit<Parameters<typeof PiecePanel>[0], 'chosen'>) {
  return pieces.chosen === undefined ? null : <PiecePanel pieces={pieces} chosen={pieces.chosen} {...rest} />
}

function tabsOf(t: TFunction<'canvas'>, problems: number) {
  return TABS.map((key) => ({
    key,
    label: t(key),
    ...(key === 'problems' && problems > 0 ? { count: problems } : {}),
  }))
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('canvas')
  return <PageFailure title={t('failed')} error={describeError(error)} onRetry={onRetry} />
}

function Empty() {
  const { t } = useTranslation('canvas')
  return (
    <Centred>
      <EmptyState title={t('empty')} text={t('emptyText')} />
    </Centred>
  )
}

function Counts({ view, pieces }: { view: CanvasView | undefined; pieces: Pieces }) {
  const { t } = useTranslation('canvas')
  if (view === undefined) return <StatusBar />
  const [apps, playbooks] = [countKind(pieces.nodes, 'app'), countKind(pieces.nodes, 'playbook')]
  const connections = pieces.edges.length
  const end = view.since === null ? undefined : t(view.partial ? 'partial' : 'since')
  return (
    <StatusBar end={end}>
      {t('counts', {
        apps: t('app', { count: apps, shown: formatCount(apps) }),
        playbooks: t('playbook', { count: playbooks, shown: formatCount(playbooks) }),
        connections: t('connection', { count: connections, shown: formatCount(connections) }),
      })}
    </StatusBar>
  )
}

function viewed(search: CanvasSearch, key: string): CanvasSearch {
  const { view: _view, ...rest } = search
  return key === 'list' || key === 'problems' ? { ...rest, view: key } : rest
}

function withoutWords(search: CanvasSearch): CanvasSearch {
  const { q: _q, ...rest } = search
  return rest
}
