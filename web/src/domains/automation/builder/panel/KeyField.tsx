import { STEP_KEY } from '@caseloom/playbook/document'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import type { Path } from '../model/places.ts'
import classes from '../parts/Panel.module.css'

interface KeyFieldProps {
  label: string
  help: string
  path: Path
  value: string
  taken: ReadonlySet<string>
  readOnly: boolean
  onChange: (key: string) => void
}

/** Applied on blur, together with all references to the key. */
export function KeyField({ label, help, path, value, taken, readOnly, onChange }: KeyFieldProps) {
  const { t } = useTranslation('panel')
  const [typed, setTyped] = useState<string | null>(null)
  const issue = useIssueAt([...path, 'key'])
  const shown = typed ?? value
  const fault =
    shown === value
      ? undefined
      : !STEP_KEY.test(shown)
        ? t('step.keyForm')
        : taken.has(shown)
          ? t('step.keyTaken', { key: shown })
          : undefined
  const done = () => {
    if (typed !== null && fault === undefined && typed !== value) onChange(typed)
    if (fault === undefined) setTyped(null)
  }
  return (
    <TextInput
      label={label}
      description={help}
      value={shown}
      maxLength={64}
      spellCheck={false}
      readOnly={readOnly}
      classNames={{ input: classes.mono ?? '' }}
      error={fault ?? issue}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
