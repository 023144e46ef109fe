import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { refreshBuilderAssets } from '../model/builder.queries.ts'
import type { Path } from '../model/places.ts'
import { KeySelect } from './KeySelect.tsx'
import classes from '../parts/Panel.module.css'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { StepPartProps } from './step-part.ts'

const AddAsset = lazy(async () => ({ default: (await import('../../assets/AddAsset.tsx')).AddAsset }))

interface AssetSelectProps {
  path: Path
  value: string | null
  connector: { connector: string; required: boolean }
  readOnly: boolean
  onChange: (key: string | null) => void
}

export function AssetSelect({ path, value, connector, readOnly, onChange }: AssetSelectProps) {
  const { t } = useTranslation('panel')
  const { assets } = useBuilder()
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const mayManage = useMay('asset:manage')
  const [isAdding, setIsAdding] = useState(false)
  const fitting = assets.filter((asset) => asset.connector.key === connector.connector)
  const select = (
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
  if (readOnly || !mayManage) return select
  return (
    <div className={classes.pair}>
      {select}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t('asset.add')}
        </Button>
      </div>
      {isAdding && (
        <Suspense fallback={null}>
          <AddAsset
            connector={connector.connector}
            onDone={(asset) => {
              setIsAdding(false)
              onChange(asset.key)
              void refreshBuilderAssets(client, tenantId)
            }}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </div>
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
      onChange={(next) => change(withMember(step, 'asset', next ?? undefined))}
    />
  )
}
