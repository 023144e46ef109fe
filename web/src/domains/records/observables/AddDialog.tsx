import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { AddObservables } from '../case/AddObservables.tsx'
import type { useObservables } from '../case/useObservables.ts'

interface AddDialogProps {
  kinds: readonly ObservableKind[] | undefined
  saving: ReturnType<typeof useObservables>
  onClose: () => void
}

export function AddDialog({ kinds, saving, onClose }: AddDialogProps) {
  const { t } = useTranslation('observables')
  return (
    <Dialog title={t('addTitle')} onClose={onClose} size={560}>
      <AddObservables
        kinds={kinds}
        busy={saving.busy}
        onCancel={onClose}
        onAdd={(found) => saving.add(found, onClose)}
      />
    </Dialog>
  )
}
