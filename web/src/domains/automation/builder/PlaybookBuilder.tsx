// The builder: canvas, panels, expressions, tests, versions, and YAML.
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
import { BuilderContext, type BuilderShared, useBuilder } from './model/builder-context.ts'
import { builderEn } from './builder.en.ts'
import { actionsQuery, assetsQuery } from './model/builder.queries.ts'
import { ownActions } from './canvas/palette-items.ts'
import { conflictLabel } from './model/conflict-label.ts'
import { changesBetween } from './model/diff.ts'
import { followNodes } from './follow.ts'
import type { Path } from './model/places.ts'
import { testRunQuery } from './test/test.queries.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { isStored, useDraft } from './model/useDraft.ts'
import { useDraftKeys } from './useDraftKeys.ts'
import { useProblems } from './useProblems.ts'
import { useWarnings } from './useWarnings.ts'
import { type Aside, NOTHING, Workbench } from './Workbench.tsx'

addTexts('builder', builderEn)

const Versions = lazy(async () => ({ default: (await import('./VersionsView.tsx')).VersionsView }))

const UNSENT: ReadonlySet<string> = new Set(['away', 'refused', 'conflict'])

interface PlaybookBuilderProps {
  playbook: PlaybookView
  search: PlaybookSearch
  onSearch: (search: PlaybookSearch) => void
  beside?: ReactNode
}

export function PlaybookBuilder({ playbook, search, onSearch, beside }: PlaybookBuilderProps) {
  const { tenantId, userId, timeZone } = useTenantScope()
  const { session, state } = useDraft({ tenantId, userId }, playbook)
  const shared = useShared({ playbook, session, state, search, onSearch })
  const [dialog, setDialog] = useState<Dialog>(null)
  const [aside, setAside] = useState<Aside | null>(null)
  const view: PlaybookPageView = search.view ?? 'canvas'
  const changes = useChangeCount(playbook, shared.document)
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
          {(view === 'canvas' || view === 'yaml' || view === 'tests') && (
            <Workbench
              view={view}
              state={state}
              aside={aside}
              onAside={setAside}
              onTry={() => openAside('test')}
              onView={(next) => onSearch(withParam(search, 'view', next === 'canvas' ? undefined : next))}
            />
          )}
          <OtherView view={view} search={search} onSearch={onSearch} />
        </div>
        {view === 'canvas' && <BuilderKeys />}
        <Dialogs open={dialog} session={session} state={state} onClose={() => setDialog(null)} />
        <UnsavedGuard when={isStored(playbook) ? UNSENT.has(state.state) : session.isDirty} />
      </PageFrame>
    </BuilderContext>
  )
}

type Draft = ReturnType<typeof useDraft>

interface OtherViewProps {
  view: PlaybookPageView
  search: PlaybookSearch
  onSearch: (search: PlaybookSearch) => void
}

function OtherView({ view, search, onSearch }: OtherViewProps) {
  const { playbook, document: draft } = useBuilder()
  return (
    <>
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
    </>
  )
}

type Dialog = 'publish' | 'conflict' | null

interface DialogsProps extends Draft {
  open: Dialog
  onClose: () => void
}

function Dialogs({ open, session, state, onClose }: DialogsProps) {
  const { t } = useTranslation('builder')
  const { document: draft } = useBuilder()
  return (
    <>
      {open === 'publish' && <PublishDialog revision={() => session.revision} onClose={onClose} />}
      <ConflictDialog
        opened={open === 'conflict' && state.conflict !== null}
        conflicts={(state.conflict?.conflicts ?? []).map(({ id, mine, theirs }) => ({
          key: id,
          label: conflictLabel(draft, id, t('problems.document')),
          mine: words(mine, t('save.gone')),
          theirs: words(theirs, t('save.gone')),
        }))}
        onResolve={(choices) => {
          session.resolve(new Set(Object.keys(choices).filter((id) => choices[id] === 'theirs')))
          onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}

function useChangeCount({ published }: PlaybookView, draft: JsonObject): number {
  return useMemo(() => (published === null ? 0 : changesBetween(published, draft).length), [published, draft])
}

function words(value: JsonObject[string] | undefined, gone: string): string {
  if (value === undefined) return gone
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

/** One toast per merge of another user's changes. */
function useTakenIn(count: number): void {
  const { t } = useTranslation('builder')
  const shown = useRef(count)
  useEffect(() => {
    if (count > shown.current) toast({ kind: 'info', title: t('save.takenIn') })
    shown.current = count
  }, [count, t])
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
  const remaining = next.length === 0 ? NOTHING : next
  setSelection(remaining)
  return remaining
}

interface SharedOptions extends PlaybookBuilderProps {
  session: Draft['session']
  state: Draft['state']
}

/** What is selected, also in the URL, and the field that a problem leads to. */
function useSelection(
  document: JsonObject,
  { search, onSearch }: Pick<PlaybookBuilderProps, 'search' | 'onSearch'>,
): Pick<BuilderShared, 'selection' | 'field' | 'select'> {
  const [selection, setSelection] = useState<readonly string[]>(() =>
    search.node === undefined ? [] : [search.node],
  )
  const [field, setField] = useState<Path | null>(null)
  const stored = useStoredDraft(selection, setSelection, document)
  const address = useRef({ search, onSearch })
  useEffect(() => {
    address.current = { search, onSearch }
  })
  const select = useCallback<BuilderShared['select']>((nodes, at) => {
    const next = nodes === null ? NOTHING : typeof nodes === 'string' ? [nodes] : nodes
    setSelection(next)
    setField(at ?? null)
    const [only] = next
    const { search: now, onSearch: show } = address.current
    const node = next.length === 1 ? only : undefined
    if (node !== now.node) show(withParam(now, 'node', node))
  }, [])
  return { selection: stored, field, select }
}

/** The states of the steps in the test run that is watched. */
function useTestStates(): Pick<BuilderShared, 'states' | 'watch'> {
  const { tenantId } = useTenantScope()
  const [watched, watch] = useState<string | null>(null)
  const test = useQuery({ ...testRunQuery(tenantId, watched ?? ''), enabled: watched !== null })
  const states = useMemo(
    () =>
      watched === null || test.data === undefined
        ? null
        : new Map(test.data.steps.map(({ key, state }) => [key, state])),
    [watched, test.data],
  )
  return { states, watch }
}

function useKnownActions() {
  const { tenantId } = useTenantScope()
  const actions = useQuery(actionsQuery(tenantId))
  // Built-in actions are known even before the tenant's actions load.
  return useMemo(
    () => actions.data ?? (actions.isError ? ownActions() : undefined),
    [actions.data, actions.isError],
  )
}

function useShared({ playbook, session, state, search, onSearch }: SharedOptions): BuilderShared {
  const { tenantId } = useTenantScope()
  const assets = useQuery(assetsQuery(tenantId))
  const { selection, field, select } = useSelection(state.document, { search, onSearch })
  const { states, watch } = useTestStates()
  const known = useKnownActions()
  const found = useProblems(state.document, known)
  const { issues } = found
  const warnings = useWarnings(playbook, state.document, found)
  const byName = useMemo(() => new Map((known ?? []).map((action) => [action.name, action])), [known])
  return useMemo(
    (): BuilderShared => ({
      playbook,
      document: state.document,
      issues,
      warnings,
      actions: byName,
      assets: assets.data ?? [],
      selection,
      field,
      readOnly: !playbook.can.build,
      states,
      watch,
      edit: (label, change, by) => session.edit(label, change(session.document), by),
      select,
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
      warnings,
      byName,
      assets.data,
      selection,
      field,
      select,
      session,
      states,
      watch,
    ],
  )
}
