import type { Condition } from '@caseloom/contract/filter'
import { Button, Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionForm, type ConditionFormProps } from './ConditionForm.tsx'

interface FilterBuilderProps extends Omit<ConditionFormProps, 'initial' | 'onDone'> {
  onAdd: (condition: Condition) => void
}

/** The "Filter" button with its form: field, condition, value; each fits the type of the field. */
export function FilterBuilder({ subjects, people, groups = [], onAdd }: FilterBuilderProps) {
  const { t } = useTranslation('fields')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          {t('filter.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('filter.title')}>
        <ConditionForm
          subjects={subjects}
          people={people}
          groups={groups}
          onDone={(condition) => {
            onAdd(condition)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
