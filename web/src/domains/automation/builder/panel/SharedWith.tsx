import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PeopleField } from './PeopleField.tsx'
import { Section } from '../parts/PanelShell.tsx'

interface SharedWithProps {
  value: JsonValue | undefined
  readOnly: boolean
  onChange: (value: JsonValue | undefined) => void
}

export function SharedWith({ value, readOnly, onChange }: SharedWithProps) {
  const { t } = useTranslation('panel')
  const choice = value === undefined ? 'everyone' : 'chosen'
  return (
    <Section title={t('settings.sharing')}>
      <Select
        label={t('settings.sharedWith')}
        description={t('settings.sharedWithHelp')}
        data={(['everyone', 'chosen'] as const).map((one) => ({
          value: one,
          label: t(`settings.shared.${one}`),
        }))}
        value={choice}
        allowDeselect={false}
        readOnly={readOnly}
        onChange={(next) => next !== choice && onChange(next === 'chosen' ? {} : undefined)}
      />
      {choice === 'chosen' && (
        <PeopleField
          label={t('settings.shared.chosen')}
          path={['sharedWith']}
          required
          readOnly={readOnly}
          value={value}
          onChange={(next) => onChange(next ?? {})}
        />
      )}
    </Section>
  )
}
