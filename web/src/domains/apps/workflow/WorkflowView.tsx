import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { describeError } from '../../../data/describe-error.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { focusLogicRow, logicRowId } from '../../../field-types/workflow/logic-tree.ts'
import { workflowEn } from '../../../field-types/workflow/workflow.en.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { useWorkflow, WorkflowContext, type WorkflowEditing } from './model/editor-context.ts'
import type { PlacedProblem } from './model/placed-problems.ts'
import { EmptyWorkflow } from './EmptyWorkflow.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { LinkedStages } from './LinkedStages.tsx'
import { ProblemsStrip } from './ProblemsStrip.tsx'
import { useRuleDrops } from './rule-dragging.ts'
import { TakenContext } from './Taken.tsx'
import { TakenDialog } from './TakenDialog.tsx'
import { type TreeKeys, TreeKeysContext } from './tree-keys.ts'
import { useLinkedTrial } from './trial/useLinkedTrial.ts'
import { useTestRuns } from './trial/useSavedTests.ts'
import { TryPanel, type TryTab } from './trial/TryPanel.tsx'
import { useTrial } from './trial/useTrial.ts'
import { TreeTools, type TreeLook } from './TreeTools.tsx'
import { type ItemActions, useItemActions } from './useItemActions.ts'
import { useWholeWorkflow, useWorkflowEditor } from './useWorkflowEditor.ts'
import { useWorkflowKeys } from './useWorkflowKeys.ts'
import { workflowEditorEn } from './workflow-editor.en.ts'
import { rowsOf, type WorkflowRow } from './workflow-rows.ts'
import { moveToStage } from './model/move-to-stage.ts'
import { moveRule, nestRule, placeOfRule } from './model/workflow-tree.ts'
import { WorkflowCards } from './WorkflowCards.tsx'
import { WorkflowOutline } from './WorkflowOutline.tsx'
import classes from './WorkflowView.module.css'

addTexts('fields', fieldsEn)
addTexts('workflow', workflowEn)
addTexts('workflow-editor', workflowEditorEn)

const WIDE = 1200

interface WorkflowViewProps {
  edited: EditedApp
  /** How many problems keep the draft from being published. */
  onErrors: (count: number) => void
}

/** The form logic of an app: its tree, the panel of the selected item, and the problems. */
export function WorkflowView({ edited, onErrors }: WorkflowViewProps) {
  const [search, setSearch] = useState('')
  const [look, setLook] = useState<TreeLook>(() => (window.innerWidth < WIDE ? 'outline' : 'cards'))
  const board = useRef<HTMLDivElement>(null)
  const { zoom, setZoom, fit } = useZoom(board)
  const { isTrying, tab, setTab, open, toggle } = useTrying()
  const whole = useWholeWorkflow(edited)
  const trial = useTrial(edited, whole, isTrying)
  useLinkedTrial(edited, trial, () => open('form'))
  const runs = useTestRuns(trial.compiled, whole)
  const editing = useWorkflowEditor({ edited, whole, outcome: trial.outcome, search, runs })
  const { workflow, folded, selected } = editing
  const actions = useItemActions(editing)
  const rows = useMemo(() => rowsOf(workflow, folded), [workflow, folded])
  const keys = useWorkflowKeys(editing, rows, actions)
  const find = useTreeHotkeys({ editing, actions, fit })
  useDrops(editing)
  useErrorCount(editing, onErrors)
  const trying = isTrying ? { trial, tests: { runs, tab, onTab: setTab } } : null
  const tryIt = () => {
    toggle()
    editing.select(null)
  }
  return (
    <EditorContexts editing={editing} keys={keys}>
      <div className={classes.view}>
        <div className={classes.main}>
          <TreeTools
            {...{ look, zoom, search, find, isTrying, actions, selected }}
            onLook={setLook}
            onZoom={setZoom}
            onFit={fit}
            onSearch={setSearch}
            onStep={() => stepToMatch(editing, rows)}
            onTry={tryIt}
          />
          <div ref={board} className={classes.board}>
            <Tree look={look} zoom={zoom} rows={rows} keys={keys} actions={actions} />
            <LinkedStages />
          </div>
          <ProblemsStrip onGo={(problem) => goToProblem(editing, problem, () => open('tests'))} />
        </div>
        <Panels actions={actions} trying={trying} onTry={tryIt} />
      </div>
      <DeleteNested actions={actions} />
    </EditorContexts>
  )
}

interface EditorContextsProps {
  editing: WorkflowEditing
  keys: TreeKeys
  children: ReactNode
}

/** What the parts of the editor share; one list of records at a time is open above them. */
function EditorContexts({ editing, keys, children }: EditorContextsProps) {
  const [listed, setListed] = useState<string | null>(null)
  return (
    <WorkflowContext value={editing}>
      <TreeKeysContext value={keys}>
        <TakenContext value={setListed}>
          {children}
          {listed !== null && <TakenDialog rule={listed} onClose={() => setListed(null)} />}
        </TakenContext>
      </TreeKeysContext>
    </WorkflowContext>
  )
}

/** Whether the trial is open, and whether it shows the form or the tests. */
function useTrying() {
  const [isTrying, setIsTrying] = useState(false)
  const [tab, setTab] = useState<TryTab>('form')
  const open = (next: TryTab) => {
    setIsTrying(true)
    setTab(next)
  }
  const toggle = () => {
    setIsTrying(!isTrying)
    setTab('form')
  }
  return { isTrying, tab, setTab, open, toggle }
}

function useErrorCount({ problems }: WorkflowEditing, onErrors: (count: number) => void): void {
  const count = problems.filter(({ severity }) => severity === 'error').length
  const report = useEffectEvent(onErrors)
  useEffect(() => {
    report(count)
    return () => report(0)
  }, [count])
}

interface Hotkeys {
  editing: WorkflowEditing
  actions: ItemActions
  fit: () => void
}

/** Keys that work wherever the focus is, except in inputs; returns what holds the search. */
function useTreeHotkeys({ editing, actions, fit }: Hotkeys): RefObject<HTMLInputElement | null> {
  const find = useRef<HTMLInputElement>(null)
  useHotkeys([
    ['a', () => actions.addRule(editing.selected)],
    ['/', () => find.current?.focus()],
    ['shift+1', fit],
    ['mod+v', () => void actions.paste(editing.selected)],
  ])
  return find
}

interface PanelsProps {
  actions: ItemActions
  /** Null while it is closed. */
  trying: Omit<Parameters<typeof TryPanel>[0], 'onClose'> | null
  onTry: () => void
}

function Panels({ actions, trying, onTry }: PanelsProps) {
  const editing = useWorkflow()
  if (trying !== null && editing.selected === null) return <TryPanel {...trying} onClose={onTry} />
  const trial = trying?.trial ?? null
  return <ItemPanel actions={actions} trial={trial} onClose={() => closePanel(editing)} />
}

interface TreeProps {
  look: TreeLook
  zoom: number
  rows: readonly WorkflowRow[]
  keys: TreeKeys
  actions: ItemActions
}

function Tree({ look, zoom, rows, keys, actions }: TreeProps) {
  const { workflow } = useWorkflow()
  if (workflow.stages.length === 0) return <EmptyWorkflow onRule={() => actions.addRule(null)} />
  if (look === 'outline') return <WorkflowOutline rows={rows} keys={keys} />
  return <WorkflowCards zoom={zoom} onAdd={actions.addRuleIn} />
}

/** Selects the next item that the search finds. */
function stepToMatch({ found, selected, select }: WorkflowEditing, rows: readonly WorkflowRow[]): void {
  const matches = rows.filter(({ id }) => found?.has(id) === true)
  const at = matches.findIndex(({ id }) => id === selected)
  const next = matches[(at + 1) % Math.max(matches.length, 1)]
  if (next !== undefined) return goTo({ select }, next.id)
  // What linked applets bring has no panel here.
  const [linked] = found ?? []
  if (linked !== undefined) focusLogicRow(linked)
}

function goTo({ select }: Pick<WorkflowEditing, 'select'>, id: string): void {
  select(id)
  requestAnimationFrame(() => document.getElementById(logicRowId(id))?.scrollIntoView({ block: 'nearest' }))
}

/** To the item that a problem is about, or to the test. */
function goToProblem(editing: WorkflowEditing, { item, test }: PlacedProblem, openTests: () => void): void {
  if (item !== null) return goTo(editing, item)
  if (test === undefined) return
  openTests()
  editing.select(null)
  requestAnimationFrame(() => focusTest(test))
}

function focusTest(id: string): void {
  const test = [...document.querySelectorAll<HTMLElement>('[data-test]')].find(
    (one) => one.dataset['test'] === id,
  )
  test?.scrollIntoView({ block: 'nearest' })
  test?.querySelector('button')?.focus()
}

/** The focus returns to the item whose panel was open. */
function closePanel({ selected, select }: WorkflowEditing): void {
  select(null)
  if (selected !== null) requestAnimationFrame(() => focusLogicRow(selected))
}

/** A rule dropped at another one goes before, after, or into it; on the head of a stage, to its end. */
function useDrops({ workflow, change }: WorkflowEditing): void {
  useRuleDrops((rule, at) => {
    if ('stage' in at) return change(moveToStage(workflow, rule, { ...at, at: 'end' }))
    const place = placeOfRule(workflow, at.rule)
    if (at.edge === 'right') change(nestRule(workflow, rule, at.rule))
    else if (place !== null)
      change(moveRule(workflow, rule, { ...place, at: place.at + (at.edge === 'bottom' ? 1 : 0) }))
  })
}

function DeleteNested({ actions }: { actions: ItemActions }) {
  const { t } = useTranslation('workflow-editor')
  if (actions.asked === null) return null
  return (
    <ConfirmDialog
      danger
      title={t('deleteTitle')}
      text={t('deleteText')}
      confirm={t('delete')}
      run={async () => actions.answer(true)}
      onDone={() => undefined}
      onClose={() => actions.answer(false)}
      describe={describeError}
    />
  )
}

/** The zoom of the cards, and what fits them into the board. */
function useZoom(board: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const fit = () => {
    const space = board.current
    const stages = space?.querySelector('[role="tree"]')
    if (space === null || stages === null || stages === undefined) return
    setZoom(clampZoom(((space.clientWidth - 24) / stages.scrollWidth) * zoom))
  }
  return { zoom, setZoom: (next: number) => setZoom(clampZoom(next)), fit }
}

function clampZoom(zoom: number): number {
  return Math.min(1.5, Math.max(0.4, Math.round(zoom * 20) / 20))
}
