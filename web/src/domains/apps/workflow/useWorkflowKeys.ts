import type { Workflow } from '@caseloom/contract/apps/workflow'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/live-region.ts'
import { focusLogicRow, walkRows } from '../../../field-types/workflow/logic-tree.ts'
import type { WorkflowEditing } from './model/editor-context.ts'
import { rowText } from './row-words.ts'
import type { TreeKeys } from './tree-keys.ts'
import type { ItemActions } from './useItemActions.ts'
import type { WorkflowRow } from './workflow-rows.ts'
import { stepToStage } from './model/move-to-stage.ts'
import { indentRule, stepItem, unnestRule } from './model/workflow-tree.ts'

/** The keys of the tree, alike for cards and outline. */
export function useWorkflowKeys(
  editing: WorkflowEditing,
  rows: readonly WorkflowRow[],
  actions: ItemActions,
): TreeKeys {
  const { t } = useTranslation('workflow-editor')
  const [active, setActive] = useState<string | null>(null)
  const { workflow, selected, select, change, fold, words } = editing
  const entry = rows.find(({ id }) => id === (active ?? selected))?.id ?? rows[0]?.id ?? null
  const refocus = (id: string) => requestAnimationFrame(() => focusLogicRow(id))
  const move = (id: string, key: string) => {
    const next = movedBy(workflow, id, key)
    change(next)
    const row = rows.find((one) => one.id === id)
    if (next !== null && row !== undefined) announce(t('moved', { name: rowText(words, row) }))
    refocus(id)
  }
  const leave = (id: string, run: (id: string) => boolean) => {
    const next = neighborOf(rows, id)
    if (run(id) && next !== null) refocus(next)
  }
  const onKey = (event: KeyboardEvent, id: string) => {
    const step = event.altKey || isMod(event) ? null : walkRows(rows, id, event.key)
    const run =
      step === null
        ? commandOf(event, { id, move, leave, actions, select })
        : 'fold' in step
          ? () => fold(step.fold)
          : () => focusLogicRow(step.focus)
    if (run === null) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return { entry, onActive: setActive, onKey }
}

function isMod(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey
}

/** What follows an item once it is gone. */
function neighborOf(rows: readonly WorkflowRow[], id: string): string | null {
  const at = rows.findIndex((row) => row.id === id)
  const level = rows[at]?.level ?? 0
  const after = rows.slice(at + 1).find((row) => row.level <= level)
  return after?.id ?? rows[at - 1]?.id ?? null
}

function movedBy(workflow: Workflow, id: string, arrow: string): Workflow | null {
  if (arrow === 'ArrowUp') return stepItem(workflow, id, -1) ?? stepToStage(workflow, id, -1)
  if (arrow === 'ArrowDown') return stepItem(workflow, id, 1) ?? stepToStage(workflow, id, 1)
  return arrow === 'ArrowRight' ? indentRule(workflow, id) : unnestRule(workflow, id)
}

interface Commands {
  id: string
  move: (id: string, arrow: string) => void
  /** Runs what removes the item, and focuses the next one. */
  leave: (id: string, run: (id: string) => boolean) => void
  actions: ItemActions
  select: (id: string) => void
}

/** What a key does with an item; null for keys that are not ours. */
function commandOf(
  event: KeyboardEvent,
  { id, move, leave, actions, select }: Commands,
): (() => void) | null {
  const { key } = event
  if (event.altKey) return key.startsWith('Arrow') ? () => move(id, key) : null
  if (isMod(event)) {
    if (key === 'c') return () => actions.copy(id)
    if (key === 'x') return () => leave(id, actions.cut)
    return key === 'v' ? () => void actions.paste(id) : null
  }
  switch (key) {
    case 'Enter':
      return () => select(id)
    case 'Delete':
    case 'Backspace':
      return () => leave(id, actions.remove)
    case 'd':
    case 'D':
      return () => actions.toggle(id)
    case 'a':
    case 'A':
      return () => actions.addRule(id)
    default:
      return null
  }
}
