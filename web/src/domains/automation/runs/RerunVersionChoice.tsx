import type { RerunVersion } from '@caseloom/contract/automation/run-control'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface RerunVersionChoiceProps {
  value: RerunVersion
  same: string
  onChange: (version: RerunVersion) => void
}

export function RerunVersionChoice({ value, same, onChange }: RerunVersionChoiceProps) {
  const { t } = useTranslation('automation')
  return (
    <Radio.Group
      label={t('control.version.label')}
      value={value}
      onChange={(next) => onChange(next === 'current' ? 'current' : 'same')}
      mt={12}
    >
      <Stack gap={6} mt={6}>
        <Radio
          value="current"
          label={t('control.version.current')}
          description={t('control.version.currentText')}
        />
        <Radio value="same" label={same} description={t('control.version.sameText')} />
      </Stack>
    </Radio.Group>
  )
}
