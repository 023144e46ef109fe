// The builder: canvas, panels, expressions, tests, versions, and YAML.
import type { PlaybookView } from '@caseloom/contract/automation'
import type { JsonObject } from '@caseloom/contract/json'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConflictDialog } from '../../../ui/draft/ConflictDialog.tsx'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import type { PlaybookPageView, PlaybookSearch } from '../shared/automation-search.ts'
import { withParam } from '../shared/automation-search.ts'
import { RunsGrid } from '../runs/RunsGrid.tsx'
import { TriggersView } from '../triggers/TriggersView.tsx'
import classes from './Builder.module.css'
import { BuilderBar, VIEWS } from './BuilderBar.tsx'
import { BuilderKeys } from './BuilderKeys.tsx'
import { BuilderPanel } from './BuilderPanel.tsx'
import { BuilderContext, type BuilderShared } from './model/builder-context.ts'
import { builderEn } from './builder.en.ts'
import { actionsQuery, assetsQuery } from './model/builder.queries.ts'
import { ownActions } from './canvas/palette-items.ts'
import { conflictLabel } from './model/conflict-label.ts'
import { changesBetween } from './model/diff.ts'
import { followNodes } from './follow.ts'
import { nodeAt, type Path } from './model/places.ts'
import { ProblemsList } from './ProblemsList.tsx'
import { testRunQuery } from './test/test.queries.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { isStored, useDraft } from './model/useDraft.ts'
import { useDraftKeys } from './useDraftKeys.ts'
import { useProblems } from './useProblems.ts'

addTexts('builder', builderEn)

const Canvas = lazy(async () => ({ default: (await import('./canvas/BuilderCanvas.tsx')).BuilderCanvas }))
const YamlView = lazy(async () => ({ default: (await import('./yaml/YamlView.tsx')).YamlView }))
const Versions = lazy(async () => ({ default: (await import('./VersionsView.tsx')).VersionsView }))

// A new array on each selection, so the settings close automatically.
const NOTHING: readonly string[] = []
const UNSENT: ReadonlySet<string> = new Set(['away', 'refused', 'conflict'])

interface PlaybookBuilderProps {
  playbook: PlaybookView
  search: PlaybookSearch
  onSearch: (search: PlaybookSearch) => void
  beside?: ReactNode
}

export function PlaybookBuilder({ playbook, search, onSearch, beside }: PlaybookBuilderProps) {
  const { t } = useTranslation('builder')
  const { tenantId, timeZone } = useTenantScope()
  const { session, state } = useDraft(tenantId, playbook)
  const shared = useShared({ playbook, session, state, search, onSearch })
  const [dialog, setDialog] = useState<'publish' | 'conflict' | null>(null)
  const [aside, setAside] = useState<{ kind: 'settings' | 'test'; at: readonly string[] } | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const view: PlaybookPageView = search.view ?? 'canvas'
  const { document: draft, issues } = shared
  const changes = useMemo(
    () => (playbook.published === null ? 0 : changesBetween(playbook.published, draft).length),
    [playbook.published, draft],
  )
  useTakenIn(state.takenIn)
  const openAside = (kind: 'settings' | 'test') => {
    shared.select(null)
    setAside({ kind, at: NOTHING })
    if (view !== 'canvas') onSearch(withParam(withParam(search, 'view', undefined), 'node', undefined))
  }
  useDraftKeys(shared)
  return (
    <BuilderContext value={shared}>
      <PageFrame>
        <BuilderBar
          state={state}
          timeZone={timeZone}
          changes={changes}
          view={view}
          onView={(next) => onSearch(withParam(search, 'view', next === 'canvas' ? undefined : next))}
          onTest={() => openAside('test')}
          onPublish={() => setDialog('publish')}
          onSettings={() => openAside('settings')}
          onDecide={() => setDialog('conflict')}
          beside={beside}
        />
        <div {...tabPanelProps(VIEWS, view)} className={classes.column}>
          {(view === 'canvas' || view === 'yaml') && (
            <div className={classes.split} data-view={view}>
              <div className={classes.column}>
                <div className={classes.graph}>
                  <Suspense fallback={null}>
                    <Canvas
                      problems={countByNode(draft, issues)}
                      undoLabel={state.undo}
                      redoLabel={state.redo}
                      onEnter={() => requestAnimationFrame(() => panel.current?.focus())}
                    />
                  </Suspense>
                </div>
                <ProblemsList
                  onGo={(node) => setAside(node === null ? { kind: 'settings', at: NOTHING } : null)}
                />
              </div>
              {view === 'yaml' ? (
                <div className={classes.source}>
                  <Suspense fallback={null}>
                    <YamlView />
                  </Suspense>
                </div>
              ) : (
                <div className={classes.panel} ref={panel} tabIndex={-1}>
                  <BuilderPanel
                    aside={aside?.at === shared.selection ? aside.kind : null}
                    onAsideClose={() => setAside(null)}
                  />
                </div>
              )}
            </div>
          )}
          {view === 'versions' && (
            <Suspense fallback={null}>
              <Versions />
            </Suspense>
          )}
          {view === 'triggers' && (
            <TriggersView playbook={playbook} document={draft} search={search} onSearch={onSearch} />
          )}
          {view === 'runs' && (
            <RunsGrid
              key={search.state}
              within
              playbookId={playbook.id}
              state={search.state}
              onState={(next) => onSearch(withParam(search, 'state', next))}
              onClear={() => onSearch(withParam(search, 'state', undefined))}
            />
          )}
        </div>
        {view === 'canvas' && <BuilderKeys />}
        {dialog === 'publish' && (
          <PublishDialog revision={() => session.revision} onClose={() => setDialog(null)} />
        )}
        <ConflictDialog
          opened={dialog === 'conflict' && state.conflict !== null}
          conflicts={(state.conflict?.conflicts ?? []).map(({ id, mine, theirs }) => ({
            key: id,
            label: conflictLabel(draft, id, t('problems.document')),
            mine: words(mine, t('save.gone')),
            theirs: words(theirs, t('save.gone')),
          }))}
          onResolve={(choices) => {
            session.resolve(new Set(Object.keys(choices).filter((id) => choices[id] === 'theirs')))
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
        <UnsavedGuard when={isStored(playbook) ? UNSENT.has(state.state) : session.isDirty} />
      </PageFrame>
    </BuilderContext>
  )
}

function words(value: JsonObject[string] | undefined, gone: string): string {
  if (value === undefined) return gone
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

/** One toast per merge of another user's changes. */
function useTakenIn(count: number): void {
  const { t } = useTranslation('builder')
  const told = useRef(count)
  useEffect(() => {
    if (count > told.current) toast({ kind: 'info', title: t('save.takenIn') })
    told.current = count
  }, [count, t])
}

function countByNode(document: JsonObject, issues: BuilderShared['issues']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const issue of issues) {
    const node = nodeAt(document, issue.path) ?? issue.step
    if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + 1)
  }
  return counts
}

/** Keeps the selection across key changes, undo, and edits by others. */
function useStoredDraft(
  selection: readonly string[],
  setSelection: (next: readonly string[]) => void,
  document: JsonObject,
): readonly string[] {
  const [before, setBefore] = useState(document)
  if (before === document) return selection
  setBefore(document)
  const next = followNodes(selection, before, document)
  if (next === selection) return selection
  const kept = next.length === 0 ? NOTHING : next
  setSelection(kept)
  return kept
}

interface SharedOptions extends PlaybookBuilderProps {
  session: ReturnType<typeof useDraft>['session']
  state: ReturnType<typeof useDraft>['state']
}

function useShared({ playbook, session, state, search, onSearch }: SharedOptions): BuilderShared {
  const { tenantId } = useTenantScope()
  const actions = useQuery(actionsQuery(tenantId))
  const assets = useQuery(assetsQuery(tenantId))
  const [selection, setSelection] = useState<readonly string[]>(() =>
    search.node === undefined ? [] : [search.node],
  )
  const [field, setField] = useState<Path | null>(null)
  const [watched, watch] = useState<string | null>(null)
  const test = useQuery({ ...testRunQuery(tenantId, watched ?? ''), enabled: watched !== null })
  const states = useMemo(
    () =>
      watched === null || test.data === undefined
        ? null
        : new Map(test.data.steps.map(({ key, state }) => [key, state])),
    [watched, test.data],
  )
  // Built-in actions are known even before the tenant's actions load.
  const known = useMemo(
    () => actions.data ?? (actions.isError ? ownActions() : undefined),
    [actions.data, actions.isError],
  )
  const issues = useProblems(state.document, known)
  const kept = useStoredDraft(selection, setSelection, state.document)
  const byName = useMemo(() => new Map((known ?? []).map((action) => [action.name, action])), [known])
  const address = useRef({ search, onSearch })
  useEffect(() => {
    address.current = { search, onSearch }
  })
  return useMemo(
    (): BuilderShared => ({
      playbook,
      document: state.document,
      issues,
      actions: byName,
      assets: assets.data ?? [],
      selection: kept,
      field,
      readOnly: !playbook.can.build,
      states,
      watch,
      edit: (label, change, by) => session.edit(label, change(session.document), by),
      select: (nodes, at) => {
        const next = nodes === null ? NOTHING : typeof nodes === 'string' ? [nodes] : nodes
        setSelection(next)
        setField(at ?? null)
        const [only] = next
        const { search: now, onSearch: show } = address.current
        const node = next.length === 1 ? only : undefined
        if (node !== now.node) show(withParam(now, 'node', node))
      },
      undo: state.undo === null ? null : () => session.undo(),
      redo: state.redo === null ? null : () => session.redo(),
      flush: () => session.flush(),
    }),
    [
      playbook,
      state.document,
      state.undo,
      state.redo,
      issues,
      byName,
      assets.data,
      kept,
      field,
      session,
      states,
    ],
  )
}
