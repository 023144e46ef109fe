import type { Condition } from '@caseloom/contract/values/filter'
import { Popover } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { ConditionForm, type ConditionFormProps } from './ConditionForm.tsx'
import { chipParts } from './filter-choices.ts'
import type { Reader } from '../field-type.ts'

interface ConditionChipProps extends Pick<ConditionFormProps, 'subjects'> {
  condition: Condition
  people: Reader & {
    all: readonly { id: string; name: string }[]
    groups: readonly { id: string; name: string }[]
  }
  onChange: (condition: Condition) => void
  onRemove: () => void
}

const POPOVER = { position: 'bottom-start', trapFocus: true, withRoles: false, closeOnEscape: false } as const

/** Escape and a click elsewhere keep the selection. */
function useDraft(condition: Condition, onChange: ConditionChipProps['onChange']) {
  const [opened, setOpened] = useState(false)
  const draft = useRef<Condition | null>(null)
  const turn = (to: boolean) => {
    const made = to ? null : draft.current
    draft.current = null
    setOpened(to)
    if (made !== null && JSON.stringify(made) !== JSON.stringify(condition)) onChange(made)
  }
  const keep = (next: Condition | null) => {
    draft.current = next
  }
  const finish = (next: Condition) => {
    draft.current = null
    onChange(next)
    setOpened(false)
  }
  return { opened, turn, keep, finish }
}

/** Each part opens the form that changes it. */
export function ConditionChip({ condition, subjects, people, onChange, onRemove }: ConditionChipProps) {
  const { t } = useTranslation('fields')
  const parts = chipParts(condition, subjects, { people, t })
  const { opened, turn, keep, finish } = useDraft(condition, onChange)
  const open = () => turn(!opened)
  // A deleted field can be removed, but not changed.
  const isKnown = subjects.some((subject) => subject.key === condition.field)
  return (
    <Popover {...POPOVER} opened={opened} onChange={turn}>
      <Popover.Target>
        <span>
          <FilterChip
            {...parts}
            onRemove={onRemove}
            {...(isKnown ? { onField: open, onOperator: open, onValue: open } : {})}
          />
        </span>
      </Popover.Target>
      {/* While bubbling: Escape that closes the menu of a select doesn't reach it. */}
      <Popover.Dropdown
        p={12}
        role="dialog"
        aria-label={t('filter.edit', { field: parts.field })}
        onKeyDown={({ key }) => key === 'Escape' && turn(false)}
      >
        {opened && (
          <ConditionForm
            subjects={subjects}
            people={people.all}
            groups={people.groups}
            initial={condition}
            onDraft={keep}
            onDone={finish}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
