import type { AppView } from '@caseloom/contract/apps/apps'
import { closingOption } from '@caseloom/contract/records/closing'
import { useCallback, useState } from 'react'
import { useMay } from '../../../data/scope.tsx'

/** Whether the selected rows of a list can be closed, and whether the dialog asks how. */
export function useClosingRows(app: AppView) {
  const [isOpen, setOpen] = useState(false)
  const mayBulk = useMay('record:bulk')
  const mayEdit = useMay('record:update')
  const state = closingOption(app.fields)?.field
  const isOffered = mayBulk && mayEdit && app.archived !== true && state !== undefined && !state.readOnly
  const open = useCallback(() => setOpen(true), [])
  return { isOffered, isOpen, setOpen, open }
}

export type ClosingRows = ReturnType<typeof useClosingRows>
