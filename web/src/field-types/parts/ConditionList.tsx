import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { ReactNode } from 'react'
import type { usePeople } from '../../data/people.ts'
import { ConditionChip } from './ConditionChip.tsx'
import type { FilterSubject } from './filter-choices.ts'
import { FilterBuilder } from './FilterBuilder.tsx'

interface ConditionListProps {
  conditions: readonly Condition[]
  subjects: readonly FilterSubject[]
  people: ReturnType<typeof usePeople>
  onChange: (conditions: Condition[]) => void
  /** How many chips there is room for; the others are only counted by what comes `between`. */
  room?: number
  /** Without it, conditions can be changed and removed, but not added. */
  canAdd?: boolean
  /** The frame of one condition, such as a line that also takes an expression. */
  line?: (chip: ReactNode, condition: Condition, change: ConditionChange, index: number) => ReactNode
  /** What follows the chips, before the button that adds one. */
  between?: ReactNode
}

export interface ConditionChange {
  to: (condition: Condition) => void
  remove: () => void
}

/** Conditions that must all be true, as chips, and the button that adds one: the editor of every plain filter. */
export function ConditionList(props: ConditionListProps) {
  const { conditions, subjects, people, onChange, room, canAdd = true, between } = props
  const line = props.line ?? ((chip: ReactNode) => chip)
  return (
    <>
      {conditions.slice(0, room).map((condition, index) => {
        const change: ConditionChange = {
          to: (next) => onChange(conditions.with(index, next)),
          remove: () => onChange(conditions.toSpliced(index, 1)),
        }
        const chip = (
          <ConditionChip
            key={keyOf(condition, index)}
            condition={condition}
            subjects={subjects}
            people={people}
            onChange={change.to}
            onRemove={change.remove}
          />
        )
        return line(chip, condition, change, index)
      })}
      {between}
      {canAdd && (
        <div>
          <FilterBuilder
            subjects={subjects}
            people={people.all}
            groups={people.groups}
            onAdd={(condition) => onChange([...conditions, condition])}
          />
        </div>
      )}
    </>
  )
}

// A chip with another condition starts over: its form begins with what is stored.
function keyOf(condition: Condition, index: number): string {
  return `${index} ${condition.field} ${condition.op} ${JSON.stringify(condition.value)}`
}

/** The filter of conditions that must all be true; undefined for none. */
export function filterOfConditions(conditions: readonly Condition[]): Filter | undefined {
  return conditions.length > 1 ? { all: [...conditions] } : conditions[0]
}
