import { Button, Popover, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../FilterChip.tsx'

interface PersonFilterProps {
  texts: { field: string; placeholder: string; none: string; thisOne: string }
  search: {
    text: string
    setText: (text: string) => void
    people: readonly { id: string; name: string }[]
    isFound: boolean
  }
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** A button that opens a search by name, then a chip. */
export function PersonFilter({ texts, search, isOpen, onOpen, value, onChange }: PersonFilterProps) {
  const { t } = useTranslation('ui')
  const { text, setText, people, isFound } = search
  if (value !== undefined)
    return (
      <FilterChip
        field={texts.field}
        operator={t('filter.is')}
        value={people.find(({ id }) => id === value)?.name ?? texts.thisOne}
        onRemove={() => onChange(undefined)}
      />
    )
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          flex="none"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => onOpen(!isOpen)}
        >
          {texts.field}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={texts.field}>
        <Select
          w={240}
          label={texts.field}
          placeholder={texts.placeholder}
          searchable
          data-autofocus
          comboboxProps={{ withinPortal: false }}
          searchValue={text}
          onSearchChange={setText}
          filter={({ options }) => options}
          value={null}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={isFound ? texts.none : undefined}
          onChange={(id) => {
            onOpen(false)
            onChange(id ?? undefined)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
