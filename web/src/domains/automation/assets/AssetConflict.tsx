import type { AuthKind } from '@caseloom/contract/automation/assets'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { markText } from './AssetLimits.tsx'
import { labelOf } from './asset-form.ts'
import type { AssetInput, AssetMerging } from './useSaveAsset.ts'

interface AssetConflictProps {
  saved: AssetMerging
  /** The settings with their titles. */
  schema: JsonObject
}

/** The choice where two people changed the same part of an asset. */
export function AssetConflict({ saved, schema }: AssetConflictProps) {
  const { t } = useTranslation('assets')
  const say = (key: string) => t(key as 'settings.username') // one of these texts
  const show = (of: AssetInput, part: string): string | null => {
    // The parts are those of the input.
    switch (part as keyof AssetInput) {
      case 'auth':
        return t(`kinds.${of.auth as AuthKind}`)
      case 'sharing':
        return of.sharing === null ? t('asset.everyone') : t('asset.chosen', { count: of.sharing.length })
      case 'settings':
        return Object.entries(of.settings)
          .map(([name, value]) => `${labelOf(['settings', name], schema, say)}: ${String(value)}`)
          .join(', ')
      case 'name':
        return of.name
      case 'key':
        return of.key
      case 'description':
        return of.description
      case 'maxTlp':
        return of.maxTlp === null ? t('form.noLimit') : markText('tlp', of.maxTlp)
      case 'maxPap':
        return of.maxPap === null ? t('form.noLimit') : markText('pap', of.maxPap)
      case 'connector':
      case 'secrets':
        return null
    }
  }
  return (
    <DraftConflictDialog
      saving={saved}
      labelOf={(part) => t(`form.parts.${part as 'name'}`) /* one of these texts */}
      show={show}
      onResolve={saved.resolve}
    />
  )
}
