import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { ConditionInputs } from '../../../field-types/parts/ConditionInputs.tsx'
import type { FilterSubject } from '../../../field-types/parts/filter-choices.ts'
import classes from './AdvancedFilter.module.css'
import { ReferenceCondition } from '../links/ReferenceCondition.tsx'
import type { Leaf, Linked } from './filter-tree.ts'

interface ConditionRowProps {
  part: Leaf | Linked
  subjects: readonly FilterSubject[]
  people: ReturnType<typeof usePeople>
  /** Null removes the condition. */
  onChange: (part: Leaf | Linked | null) => void
  /** Available moves, with their labels. */
  moves: readonly Move[]
}

export interface Move {
  label: string
  go: () => void
}

export function ConditionRow(props: ConditionRowProps) {
  const { t } = useTranslation('records')
  const { part, moves, onChange } = props
  return (
    <div className={classes.row} data-part={part.id}>
      {part.kind === 'leaf' ? (
        <ConditionInputs
          subjects={props.subjects}
          people={props.people}
          condition={part.condition}
          onChange={(condition) => onChange({ ...part, condition })}
          frame={(value) => <div className={classes.value}>{value}</div>}
        />
      ) : (
        <ReferenceCondition
          filter={part.filter}
          people={props.people}
          onChange={(filter) => onChange({ ...part, filter })}
        />
      )}
      <div className={classes.rowEnd}>
        {/* Focus follows the condition, not a button that no longer exists. */}
        <Menu withinPortal={false} position="bottom-end" returnFocus={false}>
          <Menu.Target>
            <ActionIcon aria-label={t('filters.move')}>
              <IconArrowsMove size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {moves.map(({ label, go }) => (
              <Menu.Item key={label} onClick={go}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <ActionIcon aria-label={t('filters.removeCondition')} onClick={() => onChange(null)}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
