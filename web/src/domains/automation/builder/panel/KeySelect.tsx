import { Select } from '@mantine/core'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import type { Path } from '../model/places.ts'

interface KeySelectProps {
  label: string
  path: Path
  required: boolean
  readOnly: boolean
  clearable?: boolean
  known: readonly { value: string; label: string }[]
  value: string | null
  placeholder: string
  onChange: (key: string | null) => void
}

/** Selects something by key; an unknown key stays visible. */
export function KeySelect(props: KeySelectProps) {
  const { label, path, required, readOnly, clearable = false, known, value, placeholder, onChange } = props
  const error = useIssueAt(path)
  const isKnown = value === null || known.some((one) => one.value === value)
  return (
    <FieldFrame label={label} path={path} required={required} error={error}>
      {({ describedBy }) => (
        <Select
          aria-label={label}
          aria-describedby={describedBy}
          data={isKnown ? [...known] : [...known, { value, label: value }]}
          value={value}
          searchable
          readOnly={readOnly}
          clearable={clearable}
          error={error !== undefined}
          placeholder={placeholder}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  )
}
