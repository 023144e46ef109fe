import { useTranslation } from 'react-i18next'
import { useBuilder } from '../builder-context.ts'
import type { Path } from '../places.ts'
import { KeySelect } from './KeySelect.tsx'
import { withValue } from './PropertyFields.tsx'
import type { StepPartProps } from './step-part.ts'

interface AssetSelectProps {
  path: Path
  value: string | null
  connector: { connector: string; required: boolean }
  readOnly: boolean
  onChange: (key: string | null) => void
}

/** Chooses the asset whose credentials an action uses, among those of its connector. */
export function AssetSelect({ path, value, connector, readOnly, onChange }: AssetSelectProps) {
  const { t } = useTranslation('panel')
  const { assets } = useBuilder()
  const fitting = assets.filter((asset) => asset.connector.key === connector.connector)
  return (
    <KeySelect
      label={t('asset.label')}
      path={path}
      required={connector.required}
      readOnly={readOnly}
      clearable={!connector.required && !readOnly}
      known={fitting.map((asset) => ({ value: asset.key, label: asset.name }))}
      value={value}
      placeholder={fitting.length === 0 ? t('asset.none') : t('field.choose')}
      onChange={onChange}
    />
  )
}

export function AssetField(props: StepPartProps & { connector: AssetSelectProps['connector'] }) {
  const { found, readOnly, change, connector } = props
  const { step, path } = found
  const value = typeof step['asset'] === 'string' ? step['asset'] : null
  return (
    <AssetSelect
      path={[...path, 'asset']}
      value={value}
      connector={connector}
      readOnly={readOnly}
      onChange={(next) => change(withValue(step, 'asset', next ?? undefined))}
    />
  )
}
