import type { Condition } from '@caseloom/contract/values/filter'
import { Button, Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionForm, type ConditionFormProps } from './ConditionForm.tsx'

interface FilterBuilderProps extends Omit<ConditionFormProps, 'initial' | 'onDone' | 'onDraft'> {
  onAdd: (condition: Condition) => void
}

/** However the form closes, a complete condition is saved. */
export function FilterBuilder({ subjects, people, groups = [], onAdd }: FilterBuilderProps) {
  const { t } = useTranslation('fields')
  const [opened, setOpened] = useState(false)
  const draft = useRef<Condition | null>(null)
  const change = (open: boolean) => {
    const made = open ? null : draft.current
    draft.current = null
    setOpened(open)
    if (made !== null) onAdd(made)
  }
  return (
    <Popover opened={opened} onChange={change} position="bottom-start" trapFocus closeOnEscape={false}>
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => change(!opened)}
        >
          {t('filter.add')}
        </Button>
      </Popover.Target>
      {/* While bubbling: Escape that closes the menu of a select doesn't reach it. */}
      <Popover.Dropdown p={12} onKeyDown={({ key }) => key === 'Escape' && change(false)}>
        <ConditionForm
          subjects={subjects}
          people={people}
          groups={groups}
          onDraft={(condition) => {
            draft.current = condition
          }}
          onDone={(condition) => {
            draft.current = null
            onAdd(condition)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
