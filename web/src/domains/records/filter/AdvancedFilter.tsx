import type { Filter } from '@caseloom/contract/filter'
import { ActionIcon, Button, Modal, SegmentedControl, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import type { FilterSubject } from '../../../ui/fields/filter-choices.ts'
import { useLinkWays } from '../links/useLinkWays.ts'
import classes from './AdvancedFilter.module.css'
import { ConditionRow } from './ConditionRow.tsx'
import {
  changed,
  filterOfTree,
  type Group,
  isUnfinished,
  newGroup,
  newLeaf,
  newLinked,
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

/** Levels of groups inside each other; deeper ones nobody can read. */
const MOST_LEVELS = 4

/** Builds a filter of groups: all or any of their parts, or their contrary. */
export function AdvancedFilter({ filter, subjects, people, onDone, onClose }: AdvancedFilterProps) {
  const { t } = useTranslation('records')
  const { t: ui } = useTranslation('ui')
  const [tree, setTree] = useState(() => treeOf(filter))
  const unfinished = isUnfinished(tree)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('filters.builder')}
      size={820}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form
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
          onChange={(id, change) => {
            // The outermost group stands in no other.
            if (id !== tree.id) return setTree(changed(tree, id, change))
            const next = change(tree)
            if (next?.kind === 'group') setTree(next)
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
    </Modal>
  )
}

interface GroupEditorProps extends Pick<AdvancedFilterProps, 'subjects' | 'people'> {
  group: Group
  level: number
  onChange: (id: number, change: (part: Part) => Part | null) => void
}

function GroupEditor({ group, level, subjects, people, onChange }: GroupEditorProps) {
  const { t } = useTranslation('records')
  const isLinked = useLinkWays().length > 0
  const update = (next: Partial<Group>) => onChange(group.id, () => ({ ...group, ...next }))
  const name = t(group.join === 'all' ? 'filters.all' : 'filters.any')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{name}</legend>
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
            onClick={() => onChange(group.id, () => null)}
          >
            <IconX size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {group.parts.map((part) => {
        if (part.kind === 'group')
          return (
            <GroupEditor
              key={part.id}
              group={part}
              level={level + 1}
              subjects={subjects}
              people={people}
              onChange={onChange}
            />
          )
        return (
          <ConditionRow
            key={part.id}
            part={part}
            subjects={subjects}
            people={people}
            onChange={(next) => onChange(part.id, () => next)}
          />
        )
      })}
      <div className={classes.add}>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => update({ parts: [...group.parts, newLeaf()] })}
        >
          {t('filters.addCondition')}
        </Button>
        {isLinked && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => update({ parts: [...group.parts, newLinked()] })}
          >
            {t('filters.addLinked')}
          </Button>
        )}
        {level < MOST_LEVELS && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() =>
              update({ parts: [...group.parts, newGroup(group.join === 'all' ? 'any' : 'all')] })
            }
          >
            {t('filters.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
