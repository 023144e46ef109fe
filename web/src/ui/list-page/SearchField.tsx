import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface SearchFieldProps {
  label: string
  value: string | undefined
  onChange: (text: string) => void
  type?: 'text' | 'search'
  className?: string | undefined
}

/** The search of a filter bar. */
export function SearchField({
  label,
  value = '',
  onChange,
  type = 'text',
  className = '',
}: SearchFieldProps) {
  return (
    <TextInput
      className={className}
      type={type}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
