import { ActionIcon, Menu, Select } from '@mantine/core'
import { IconArrowsMove, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { useCondition } from '../../../field-types/parts/ConditionForm.tsx'
import { type FilterSubject, operatorKey, takesValue } from '../../../field-types/parts/filter-choices.ts'
import { ValueInput } from '../../../field-types/parts/ValueInput.tsx'
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
        <LeafInputs {...props} part={part} />
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

function LeafInputs({ part, subjects, people, onChange }: Omit<ConditionRowProps, 'moves'> & { part: Leaf }) {
  const { t } = useTranslation('fields')
  const form = useCondition(subjects, part.condition ?? undefined)
  const { subject, operator, condition } = form
  const tell = useEffectEvent(() => onChange({ ...part, condition }))
  const isTold = JSON.stringify(condition) === JSON.stringify(part.condition)
  useEffect(() => {
    if (!isTold) tell()
  }, [isTold])
  return (
    <>
      <Select
        label={t('filter.field')}
        data={subjects.map((one) => ({ value: one.key, label: one.label }))}
        value={subject?.key ?? null}
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => form.choose(next ?? '')}
      />
      <Select
        label={t('filter.operator')}
        data={form.operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
        value={operator}
        comboboxProps={{ withinPortal: false }}
        onChange={form.operate}
      />
      <div className={classes.value}>
        {subject !== undefined && takesValue(operator) && (
          <ValueInput
            subject={subject}
            operator={operator}
            people={people.all}
            groups={people.groups}
            value={form.entered}
            onChange={form.setEntered}
          />
        )}
      </div>
    </>
  )
}
