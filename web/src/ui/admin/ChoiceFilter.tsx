import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../FilterChip.tsx'

export interface FilterChoice {
  value: string
  label: string
  glyph?: ReactNode
}

interface ChoiceFilterProps {
  field: string
  choices: readonly FilterChoice[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A menu while there is no value, then a chip that removes it. */
export function ChoiceFilter({ field, choices, value, onChange }: ChoiceFilterProps) {
  const { t } = useTranslation('ui')
  if (value !== undefined) {
    const chosen = choices.find((choice) => choice.value === value)
    return (
      <FilterChip
        field={field}
        operator={t('filter.is')}
        value={chosen?.label ?? value}
        onRemove={() => onChange(undefined)}
      />
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" flex="none" leftSection={<IconPlus size={14} stroke={2} aria-hidden />}>
          {field}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {choices.map((choice) => (
          <Menu.Item key={choice.value} leftSection={choice.glyph} onClick={() => onChange(choice.value)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
