import type { JsonObject } from '@caseloom/contract/kernel/json'
import { lazy, Suspense, useRef } from 'react'
import type { PlaybookPageView } from '../shared/automation-search.ts'
import classes from './Builder.module.css'
import { BuilderPanel } from './BuilderPanel.tsx'
import { type BuilderShared, useBuilder } from './model/builder-context.ts'
import { CoverageContext } from './model/coverage.ts'
import type { DraftState } from './model/draft-session.ts'
import { nodeAt } from './model/places.ts'
import { ProblemsList } from './ProblemsList.tsx'
import { useSavedTests } from './saved-tests/useSavedTests.ts'

const Canvas = lazy(async () => ({ default: (await import('./canvas/BuilderCanvas.tsx')).BuilderCanvas }))
const YamlView = lazy(async () => ({ default: (await import('./yaml/YamlView.tsx')).YamlView }))
const TestsPanel = lazy(async () => ({ default: (await import('./saved-tests/TestsPanel.tsx')).TestsPanel }))
const CoverageBar = lazy(async () => ({
  default: (await import('./saved-tests/CoverageBar.tsx')).CoverageBar,
}))

// A new array on each selection, so the settings close automatically.
export const NOTHING: readonly string[] = []

/** A panel of its own in place of that of the selection, until something else is selected. */
export interface Aside {
  kind: 'settings' | 'test'
  at: readonly string[]
}

interface WorkbenchProps {
  view: 'canvas' | 'yaml' | 'tests'
  state: DraftState
  aside: Aside | null
  onAside: (aside: Aside | null) => void
  /** Opens the panel that tries the draft. */
  onTry: () => void
  onView: (view: PlaybookPageView) => void
}

/** The canvas with its problems, and the panel, the tests, or the YAML beside it. */
export function Workbench({ view, state, aside, onAside, onTry, onView }: WorkbenchProps) {
  const { document: draft, issues, selection } = useBuilder()
  const panel = useRef<HTMLDivElement>(null)
  const saved = useSavedTests(view === 'tests')
  const isCovered = view === 'tests' && saved.results.size > 0
  return (
    <div className={classes.split} data-view={view}>
      <div className={classes.column}>
        <div className={classes.graph}>
          <Suspense fallback={null}>
            <CoverageContext value={isCovered && saved.isCovering ? saved.coverage : null}>
              <Canvas
                problems={countByNode(draft, issues)}
                undoLabel={state.undo}
                redoLabel={state.redo}
                onEnter={() => requestAnimationFrame(() => panel.current?.focus())}
              />
            </CoverageContext>
            {isCovered && <CoverageBar {...saved} />}
          </Suspense>
        </div>
        <ProblemsList onGo={(node) => onAside(node === null ? { kind: 'settings', at: NOTHING } : null)} />
      </div>
      {view === 'yaml' ? (
        <div className={classes.source}>
          <Suspense fallback={null}>
            <YamlView />
          </Suspense>
        </div>
      ) : (
        <div className={classes.panel} ref={panel} tabIndex={-1}>
          {view === 'tests' ? (
            <Suspense fallback={null}>
              <TestsPanel saved={saved} onTry={onTry} onClose={() => onView('canvas')} />
            </Suspense>
          ) : (
            <BuilderPanel
              aside={aside?.at === selection ? aside.kind : null}
              onAsideClose={() => onAside(null)}
            />
          )}
        </div>
      )}
    </div>
  )
}

function countByNode(document: JsonObject, issues: BuilderShared['issues']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const issue of issues) {
    const node = nodeAt(document, issue.path) ?? issue.step
    if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + 1)
  }
  return counts
}
