import { NumberInput, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Settings.module.css'
import type { FieldSettingsProps } from '../../draft/builder-types.ts'

interface ToggleProps {
  label: string
  note?: string
  value: boolean
  disabled?: boolean
  onChange: (value: boolean) => void
}

export function Toggle({ label, note, value, disabled = false, onChange }: ToggleProps) {
  return (
    <Switch
      labelPosition="left"
      classNames={{ body: classes.toggle ?? '', label: classes.toggleWords ?? '' }}
      label={label}
      description={note}
      checked={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Fixed once values are stored. */
export function Several({ isStored, set, value }: FieldSettingsProps & { value: boolean }) {
  const { t } = useTranslation('apps')
  return (
    <Toggle
      label={t('field.multiple')}
      {...(isStored ? { note: t('field.fixed') } : {})}
      disabled={isStored}
      value={value}
      onChange={(multiple) => set({ multiple, default: undefined })}
    />
  )
}

interface WholeProps {
  label: string
  value: number | undefined
  error: string | undefined
  onChange: (value: number | undefined) => void
}

/** A whole number, or empty. */
export function Whole({ label, value, error, onChange }: WholeProps) {
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      hideControls
      error={error}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}
