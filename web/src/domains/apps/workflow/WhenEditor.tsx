import type { When } from '@caseloom/contract/apps/workflow'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconVariable, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkflow } from './model/editor-context.ts'
import { TestRow } from './TestRow.tsx'
import classes from './WhenEditor.module.css'
import {
  changePart,
  MAX_GROUP_LEVELS,
  newTest,
  newWhenGroup,
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
  return <GroupEditor tree={tree} group={tree} level={1} onTree={change} />
}

interface GroupEditorProps {
  tree: WhenGroup
  group: WhenGroup
  level: number
  onTree: (tree: WhenGroup) => void
}

const JOINS = ['all', 'any', 'none'] as const

function GroupEditor({ tree, group, level, onTree }: GroupEditorProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const update = (next: Partial<WhenGroup>) => {
    const whole = { ...group, ...next }
    onTree(group.id === tree.id ? whole : changePart(tree, group.id, () => whole))
  }
  const put = (id: number) => (part: WhenPart | null) => onTree(changePart(tree, id, () => part))
  return (
    <fieldset className={classes.group} data-nested={level > 1 || undefined}>
      <legend className="cl-clipped">{t(`joins.${group.join}`)}</legend>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t('join')}
          data={JOINS.map((join) => ({ value: join, label: t(`joins.${join}`) }))}
          value={group.join}
          onChange={(join) => update({ join: JOINS.find((one) => one === join) ?? 'all' })}
        />
        <span className={classes.quiet}>{t(`joinRest.${group.join}`)}</span>
        {level > 1 && (
          <ActionIcon
            className={classes.end ?? ''}
            aria-label={t('removeGroup')}
            title={t('removeGroup')}
            onClick={() => put(group.id)(null)}
          >
            <IconX size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {level === 1 && group.parts.length === 0 && <p className={classes.quiet}>{t('alwaysHolds')}</p>}
      {group.parts.map((part) =>
        part.kind === 'group' ? (
          <GroupEditor key={part.id} tree={tree} group={part} level={level + 1} onTree={onTree} />
        ) : (
          <TestRow key={part.id} part={part} words={words} onChange={put(part.id)} />
        ),
      )}
      <AddButtons
        level={level}
        join={group.join}
        onAdd={(part) => update({ parts: [...group.parts, part] })}
      />
    </fieldset>
  )
}

interface AddButtonsProps {
  level: number
  join: WhenGroup['join']
  onAdd: (part: WhenPart) => void
}

/** Below the deepest group, only an expression says more. */
function AddButtons({ level, join, onAdd }: AddButtonsProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <div className={classes.adds}>
      <AddButton label={t('addCondition')} onClick={() => onAdd(newTest())} />
      {level < MAX_GROUP_LEVELS && (
        <AddButton
          label={t('addGroup')}
          onClick={() => onAdd(newWhenGroup(join === 'all' ? 'any' : 'all'))}
        />
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
