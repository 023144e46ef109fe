import type { When } from '@caseloom/contract/apps/workflow'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconVariable } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConditionDrops } from './condition-dragging.ts'
import { ConditionGrip, ConditionSlot } from './ConditionSlot.tsx'
import { useWorkflow } from './model/editor-context.ts'
import { PartMenu } from './PartMenu.tsx'
import { TestRow } from './TestRow.tsx'
import classes from './WhenEditor.module.css'
import {
  type Changed,
  changePart,
  dropPart,
  MAX_GROUP_LEVELS,
  movePart,
  newTest,
  newWhenGroup,
  otherJoin,
  type WhenGroup,
  type WhenPart,
  whenOfTree,
  whenTree,
} from './when-tree.ts'

interface WhenEditorProps {
  when: When
  onChange: (when: When) => void
}

/** A condition as groups of tests; a test that isn't complete yet is left out of the rule. */
export function WhenEditor({ when, onChange }: WhenEditorProps) {
  const [tree, setTree] = useState(() => whenTree(when))
  // Undone, pasted, or merged: the rule says something else than what is edited here.
  if (JSON.stringify(whenOfTree(tree)) !== JSON.stringify(whenOfTree(whenTree(when)))) setTree(whenTree(when))
  const change = (next: WhenGroup) => {
    setTree(next)
    const made = whenOfTree(next)
    if (JSON.stringify(made) !== JSON.stringify(whenOfTree(tree))) onChange(made)
  }
  const whole = useRef<HTMLDivElement>(null)
  const focus = useFocusAfter(whole)
  const apply = (changed: Changed) => {
    focus(changed.focus)
    change(changed.tree)
  }
  useConditionDrops((id, place) => {
    const dropped = dropPart(tree, id, place)
    if (dropped !== null) apply(dropped)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const id = movable(event)
    const moved = id === null ? null : movePart(tree, id, event.key === 'ArrowUp' ? -1 : 1)
    if (id === null) return
    event.preventDefault()
    event.stopPropagation()
    if (moved !== null) apply(moved)
  }
  return (
    <div ref={whole} onKeyDownCapture={onKeyDown}>
      <GroupEditor tree={tree} group={tree} level={1} onTree={change} onChanged={apply} />
    </div>
  )
}

/** The part in which Alt and an arrow were pressed; an input of several lines needs them itself. */
function movable({ altKey, key, target }: KeyboardEvent): number | null {
  if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null
  if (!(target instanceof Element) || target.closest('textarea, [contenteditable="true"]') !== null)
    return null
  const row = target.closest<HTMLElement>('[data-row]')
  return row === null ? null : Number(row.dataset['row'])
}

/** Moves the focus to where a change of the tree left its part, once that is drawn; what stayed focused in it keeps it. */
function useFocusAfter(whole: RefObject<HTMLElement | null>) {
  const next = useRef<Changed['focus'] | null>(null)
  useLayoutEffect(() => {
    const to = next.current
    next.current = null
    if (to === null) return
    const place = 'part' in to ? `[data-part="${to.part}"]` : `[data-adds="${to.adds}"] button`
    const found = whole.current?.querySelector<HTMLElement>(place)
    if (found?.closest('[data-row]')?.contains(document.activeElement) !== true) found?.focus()
  })
  return (focus: Changed['focus']) => {
    next.current = focus
  }
}

interface GroupEditorProps {
  tree: WhenGroup
  group: WhenGroup
  level: number
  onTree: (tree: WhenGroup) => void
  /** Of a change that moves the focus. */
  onChanged: (changed: Changed) => void
}

const JOINS = ['all', 'any', 'none'] as const

function GroupEditor({ tree, group, level, onTree, onChanged }: GroupEditorProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const update = (next: Partial<WhenGroup>) => {
    const whole = { ...group, ...next }
    onTree(group.id === tree.id ? whole : changePart(tree, group.id, () => whole))
  }
  const put = (id: number) => (part: WhenPart) => onTree(changePart(tree, id, () => part))
  return (
    <fieldset
      className={classes.group}
      data-nested={level > 1 || undefined}
      data-row={level > 1 ? group.id : undefined}
    >
      <legend className="cl-clipped">{t(`joins.${group.join}`)}</legend>
      <GroupHead {...{ tree, group, level, onChanged }} onJoin={(join) => update({ join })} />
      {level === 1 && group.parts.length === 0 && <p className={classes.quiet}>{t('alwaysHolds')}</p>}
      {group.parts.map((part) => (
        <ConditionSlot key={part.id} tree={tree} target={{ beside: part.id }}>
          {part.kind === 'group' ? (
            <GroupEditor {...{ tree, onTree, onChanged }} group={part} level={level + 1} />
          ) : (
            <div className={classes.row} data-row={part.id}>
              <ConditionGrip id={part.id} />
              <TestRow part={part} words={words} onChange={put(part.id)} />
              <PartMenu tree={tree} part={part} onChange={onChanged} />
            </div>
          )}
        </ConditionSlot>
      ))}
      <ConditionSlot tree={tree} target={{ end: group.id }}>
        <AddButtons
          group={group.id}
          level={level}
          join={group.join}
          onAdd={(part) => update({ parts: [...group.parts, part] })}
        />
      </ConditionSlot>
    </fieldset>
  )
}

interface GroupHeadProps extends Omit<GroupEditorProps, 'onTree'> {
  onJoin: (join: WhenGroup['join']) => void
}

function GroupHead({ tree, group, level, onChanged, onJoin }: GroupHeadProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <div className={classes.head}>
      {level > 1 && <ConditionGrip id={group.id} />}
      <SegmentedControl
        aria-label={t('join')}
        data={JOINS.map((join) => ({ value: join, label: t(`joins.${join}`) }))}
        value={group.join}
        onChange={(join) => onJoin(JOINS.find((one) => one === join) ?? 'all')}
      />
      <span className={classes.quiet}>{t(`joinRest.${group.join}`)}</span>
      {level > 1 && (
        <span className={classes.end}>
          <PartMenu tree={tree} part={group} onChange={onChanged} />
        </span>
      )}
    </div>
  )
}

interface AddButtonsProps {
  group: number
  level: number
  join: WhenGroup['join']
  onAdd: (part: WhenPart) => void
}

/** Below the deepest group, only an expression says more. */
function AddButtons({ group, level, join, onAdd }: AddButtonsProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <div className={classes.adds} data-adds={group}>
      <AddButton label={t('addCondition')} onClick={() => onAdd(newTest())} />
      {level < MAX_GROUP_LEVELS && (
        <AddButton label={t('addGroup')} onClick={() => onAdd(newWhenGroup(otherJoin(join)))} />
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconVariable size={14} stroke={1.7} aria-hidden />}
        onClick={() => onAdd(newTest({ expression: 'true' }))}
      >
        {t('addExpression')}
      </Button>
    </div>
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
