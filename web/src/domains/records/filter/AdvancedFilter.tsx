import type { Filter } from '@caseloom/contract/values/filter'
import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import type { FilterSubject } from '../../../field-types/parts/filter-choices.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { useLinkWays } from '../links/useLinkWays.ts'
import classes from './AdvancedFilter.module.css'
import { ConditionRow, type Move } from './ConditionRow.tsx'
import {
  changed,
  filterOfTree,
  type Group,
  grouped,
  isUnfinished,
  movedInto,
  movedOut,
  newGroup,
  newLeaf,
  newLinked,
  nextTo,
  type Part,
  treeOf,
} from './filter-tree.ts'

interface AdvancedFilterProps {
  filter: Filter | null
  subjects: readonly FilterSubject[]
  people: ReturnType<typeof usePeople>
  onDone: (filter: Filter | null) => void
  onClose: () => void
}

/** Nesting levels of groups; deeper ones are unreadable. */
const MAX_LEVELS = 4

export function AdvancedFilter({ filter, subjects, people, onDone, onClose }: AdvancedFilterProps) {
  const { t } = useTranslation('records')
  const [tree, setTree] = useState(() => treeOf(filter))
  const form = useRef<HTMLFormElement>(null)
  const [focus, setFocus] = useState<{ id: number } | null>(null)
  // Keyboard focus continues where the change was.
  useEffect(() => {
    if (focus !== null) focusPart(form.current, focus.id)
  }, [focus])
  const unfinished = isUnfinished(tree)
  return (
    <Dialog onClose={onClose} title={t('filters.builder')} size={820}>
      <form
        ref={form}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          onDone(filterOfTree(tree))
        }}
      >
        <GroupEditor
          group={tree}
          level={1}
          subjects={subjects}
          people={people}
          tree={tree}
          onTree={(next, at) => {
            setTree(next)
            if (at !== undefined) setFocus({ id: at })
          }}
        />
        <footer className={classes.end}>
          {unfinished && <span className={classes.quiet}>{t('filters.unfinished')}</span>}
          <Button variant="subtle" onClick={() => setTree(treeOf(null))}>
            {t('filters.clear')}
          </Button>
          <Button onClick={onClose}>{t('page.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('filters.apply')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The first control of a part; of a group, the one that adds to it. */
function focusPart(form: HTMLElement | null, id: number): void {
  const part = form?.querySelector<HTMLElement>(`[data-part="${id}"]`)
  const control =
    form?.querySelector<HTMLElement>(`[data-add="${id}"]`) ??
    part?.querySelector<HTMLElement>('input, button')
  control?.focus()
}

interface GroupEditorProps extends Pick<AdvancedFilterProps, 'subjects' | 'people'> {
  tree: Group
  group: Group
  level: number
  /** The new tree, and the part that gets the focus. */
  onTree: (tree: Group, at?: number) => void
}

/** Moves available for a condition. */
function movesOf(
  { tree, group, level, onTree }: GroupEditorProps,
  id: number,
  t: ReturnType<typeof useTranslation<'records'>>['t'],
): Move[] {
  const nameOf = ({ join }: Group) => t(join === 'all' ? 'filters.all' : 'filters.any')
  const beside = group.parts.filter((part) => part.kind === 'group')
  return [
    ...(level > 1 ? [{ label: t('filters.moveOut'), go: () => onTree(movedOut(tree, id), id) }] : []),
    ...beside.map((other, at) => ({
      label: t('filters.moveIntoNth', { n: at + 1, name: nameOf(other) }),
      go: () => onTree(movedInto(tree, id, other.id), id),
    })),
    ...(level < MAX_LEVELS ? [{ label: t('filters.moveNew'), go: () => onTree(grouped(tree, id), id) }] : []),
  ]
}

function GroupEditor(props: GroupEditorProps) {
  const { tree, group, level, subjects, people, onTree } = props
  const { t } = useTranslation('records')
  const isLinked = useLinkWays().length > 0
  const update = (next: Partial<Group>, at?: number) => {
    const whole = { ...group, ...next }
    onTree(group.id === tree.id ? whole : changed(tree, group.id, () => whole), at)
  }
  const add = (part: Part) =>
    update({ parts: [...group.parts, part] }, part.kind === 'group' ? part.parts[0]?.id : part.id)
  const change = (id: number, next: Part | null) =>
    onTree(
      changed(tree, id, () => next),
      next === null ? nextTo(tree, id) : undefined,
    )
  const name = t(group.join === 'all' ? 'filters.all' : 'filters.any')
  return (
    <fieldset className={classes.group} data-part={group.id}>
      <legend className={classes.legend}>{name}</legend>
      <GroupHead group={group} update={update} level={level} change={change} />
      {group.parts.map((part) => {
        if (part.kind === 'group')
          return (
            <GroupEditor
              key={part.id}
              tree={tree}
              group={part}
              level={level + 1}
              subjects={subjects}
              people={people}
              onTree={onTree}
            />
          )
        return (
          <ConditionRow
            key={part.id}
            part={part}
            subjects={subjects}
            people={people}
            moves={movesOf(props, part.id, t)}
            onChange={(next) => change(part.id, next)}
          />
        )
      })}
      <AddToGroup group={group} add={add} isLinked={isLinked} level={level} />
    </fieldset>
  )
}

interface GroupHeadProps {
  group: Group
  update: (next: Partial<Group>, at?: number) => void
  level: number
  change: (id: number, next: Part | null) => void
}

function GroupHead({ group, update, level, change }: GroupHeadProps) {
  const { t } = useTranslation('records')
  return (
    <div className={classes.head}>
      <SegmentedControl
        aria-label={t('filters.join')}
        value={group.join}
        onChange={(join) => update({ join: join === 'any' ? 'any' : 'all' })}
        data={[
          { value: 'all', label: t('filters.all') },
          { value: 'any', label: t('filters.any') },
        ]}
      />
      <Switch
        label={t('filters.not')}
        checked={group.not}
        onChange={(event) => update({ not: event.currentTarget.checked })}
      />
      {level > 1 && (
        <ActionIcon
          className={classes.remove ?? ''}
          aria-label={t('filters.removeGroup')}
          onClick={() => change(group.id, null)}
        >
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

interface AddToGroupProps {
  group: Group
  add: (part: Part) => void
  isLinked: boolean
  level: number
}

function AddToGroup({ group, add, isLinked, level }: AddToGroupProps) {
  const { t } = useTranslation('records')
  return (
    <div className={classes.add}>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        data-add={group.id}
        onClick={() => add(newLeaf())}
      >
        {t('filters.addCondition')}
      </Button>
      {isLinked && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => add(newLinked())}
        >
          {t('filters.addLinked')}
        </Button>
      )}
      {level < MAX_LEVELS && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => add(newGroup(group.join === 'all' ? 'any' : 'all'))}
        >
          {t('filters.addGroup')}
        </Button>
      )}
    </div>
  )
}
