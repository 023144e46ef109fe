import { Radio } from '@mantine/core'
import { useId } from 'react'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import classes from './Close.module.css'
import { offeredOptions } from './offered-options.ts'

interface ChoiceRowsProps {
  field: ChoiceField
  value: string
  onChange: (value: string) => void
  /** Digits choose while no text is typed. */
  hasDigits: boolean
  error: string | undefined
}

/** Every option as a row, with what it is for and its digit. */
export function ChoiceRows({ field, value, onChange, hasDigits, error }: ChoiceRowsProps) {
  const id = useId()
  return (
    <fieldset className={classes.choices} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={classes.label}>
        {field.label}
        {field.required && <span className={classes.star}> *</span>}
      </legend>
      <div className={classes.rows}>
        {offeredOptions(field).map(({ key, label, description }, at) => (
          <label key={key} className={classes.row} data-chosen={key === value || undefined}>
            <Radio
              name={id}
              size="xs"
              value={key}
              checked={key === value}
              autoFocus={hasDigits && (value === '' ? at === 0 : key === value)}
              aria-keyshortcuts={hasDigits ? String(at + 1) : undefined}
              onChange={() => onChange(key)}
            />
            <span className={classes.name}>{label}</span>
            <span className={classes.description}>{description}</span>
            {hasDigits && <Kbd keys={String(at + 1)} />}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
