import type { AssetView } from '@caseloom/contract/automation/assets'
import { addTexts } from '../../../ui/text/i18n.ts'
import { AssetDialog } from './AssetDialog.tsx'
import { assetsEn } from './assets.en.ts'

addTexts('assets', assetsEn)

interface AddAssetProps {
  connector: string
  onDone: (asset: AssetView) => void
  onClose: () => void
}

export function AddAsset(props: AddAssetProps) {
  return <AssetDialog {...props} />
}
