import { TLP } from '@caseloom/contract/values/case-fields'
import { PAP } from '@caseloom/contract/values/markings'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AssetDraft } from './asset-form.ts'
import classes from './Assets.module.css'

interface AssetLimitsProps {
  draft: AssetDraft
  onChange: (part: Partial<AssetDraft>) => void
}

/** The strictest observables that look-ups give to the asset. */
export function AssetLimits({ draft, onChange }: AssetLimitsProps) {
  const { t } = useTranslation('assets')
  return (
    <div className={classes.pair}>
      <Select
        label={t('form.maxTlp')}
        description={t('form.maxTlpText')}
        placeholder={t('form.noLimit')}
        clearable
        data={TLP.map((value) => ({ value, label: markText('tlp', value) }))}
        value={draft.maxTlp}
        onChange={(next) => onChange({ maxTlp: TLP.find((one) => one === next) ?? null })}
      />
      <Select
        label={t('form.maxPap')}
        description={t('form.maxPapText')}
        placeholder={t('form.noLimit')}
        clearable
        data={PAP.map((value) => ({ value, label: markText('pap', value) }))}
        value={draft.maxPap}
        onChange={(next) => onChange({ maxPap: PAP.find((one) => one === next) ?? null })}
      />
    </div>
  )
}

/** As the protocols write their marks. */
export function markText(mark: 'tlp' | 'pap', value: string): string {
  return `${mark}:${value}`.toUpperCase()
}
