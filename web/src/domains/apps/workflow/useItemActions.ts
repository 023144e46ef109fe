import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clipStore } from '../../../ui/clip-store.ts'
import { announce } from '../../../ui/live-region.ts'
import { toast } from '../../../ui/toast.tsx'
import type { WorkflowEditing } from './model/editor-context.ts'
import { addElse, addRuleAt, addRuleIn, addStage, type Added } from './model/new-items.ts'
import { type Clip, clipOf, clipText, pasteClip, readClip } from './workflow-clip.ts'
import { entriesOf, removeItem, toggleItem } from './model/workflow-tree.ts'

export interface ItemActions {
  copy: (id: string) => boolean
  /** False where it couldn't be copied: then it stays. */
  cut: (id: string) => boolean
  paste: (at: string | null) => Promise<void>
  /** False while it asks first. */
  remove: (id: string) => boolean
  toggle: (id: string) => void
  addRule: (at: string | null) => void
  addRuleIn: (parent: string) => void
  addElse: (rule: string) => void
  addStage: (after: string | null) => void
  duplicate: (id: string) => void
  /** What is about to be deleted with rules nested in it. */
  asked: string | null
  answer: (isYes: boolean) => void
}

export function useItemActions(editing: WorkflowEditing): ItemActions {
  const { t } = useTranslation('workflow-editor')
  const [asked, setAsked] = useState<string | null>(null)
  const { workflow, change, select } = editing
  const drop = (id: string) => {
    change(removeItem(workflow, id))
    if (editing.selected === id) select(null)
    announce(t('deleted'))
  }
  return {
    ...useAdding(editing),
    ...useClipboard(editing, drop),
    remove: (id) => {
      const entry = entriesOf(workflow).get(id)
      const nested = (entry?.kind === 'rule' || entry?.kind === 'stage') && entry.item.branches.length > 0
      if (nested) setAsked(id)
      else drop(id)
      return !nested
    },
    toggle: (id) => {
      const next = toggleItem(workflow, id)
      change(next)
      const entry = entriesOf(next).get(id)
      const isOff = entry !== undefined && entry.kind !== 'branch' && entry.item.off === true
      announce(t(isOff ? 'turnedOff' : 'turnedOn'))
    },
    asked,
    answer: (isYes) => {
      if (isYes && asked !== null) drop(asked)
      setAsked(null)
    },
  }
}

type Adding = Pick<ItemActions, 'addRule' | 'addRuleIn' | 'addElse' | 'addStage'>

/** Adds an item and opens its panel. */
function useAdding({ workflow, change, select }: WorkflowEditing): Adding {
  const { t } = useTranslation('workflow-editor')
  const open = (added: Added | null) => {
    if (added === null) return announce(t('hasElse'))
    change(added.workflow)
    select(added.id, 'when')
  }
  return {
    addRule: (at) => open(addRuleAt(workflow, at, t('always'))),
    addRuleIn: (parent) => open(addRuleIn(workflow, parent)),
    addElse: (rule) => open(addElse(workflow, rule)),
    addStage: (after) => {
      const n = workflow.stages.length + 1
      open(addStage(workflow, n === 1 ? t('always') : t('newStage', { n }), after))
    },
  }
}

const clips = clipStore('caseloom.workflow-clip')

type Clipboard = Pick<ItemActions, 'copy' | 'cut' | 'paste' | 'duplicate'>

function useClipboard({ workflow, change, select }: WorkflowEditing, drop: (id: string) => void): Clipboard {
  const { t } = useTranslation('workflow-editor')
  const copy = (id: string) => {
    const clip = clipOf(workflow, id)
    const isCopied = clip !== null && clips.keep(clipText(clip))
    if (isCopied) announce(t('copied'))
    else if (clip !== null) toast({ kind: 'error', title: t('copyFailed') })
    return isCopied
  }
  const put = (clip: Clip, at: string | null) => {
    const added = pasteClip(workflow, clip, at, t('always'))
    change(added.workflow)
    select(added.id)
  }
  return {
    copy,
    cut: (id) => {
      const isCopied = copy(id)
      if (isCopied) drop(id)
      return isCopied
    },
    paste: async (at) => {
      const read = await navigator.clipboard?.readText().catch(() => undefined)
      const text = read ?? clips.read()
      const clip = readClip(text)
      const isDenied = read === undefined && text === ''
      if (clip !== null) put(clip, at)
      else toast({ kind: 'error', title: t(isDenied ? 'pasteDenied' : 'pasteUnknown') })
    },
    duplicate: (id) => {
      const clip = clipOf(workflow, id)
      // A branch has one else.
      if (clip !== null && (clip.kind !== 'rule' || clip.item.when !== undefined)) put(clip, id)
    },
  }
}
